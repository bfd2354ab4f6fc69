public import Matching

/// A compact form of the funnels of most attempts that find no driver.
@frozen
@usableFromInline
struct AttemptCounts: Sendable {
  /// The kind of search, which determines the stages that are counted.
  @frozen
  @usableFromInline
  enum Search: Sendable {
    /// A search within the two circles that found no driver; all stages are counted.
    case circles
    /// An exact search restricted to the two circles, in which no driver was found; later stages are not counted.
    case circlesBeforeBounds
    /// An exact search over all drivers; no stages are counted.
    case everywhere
  }

  @usableFromInline var driversActive: Int32
  /// The number of drivers in the radius or, in a search over all drivers, pruned by a bound.
  @usableFromInline var first: Int32
  /// The number of drivers evaluated in a search over all drivers.
  @usableFromInline var second: Int32
  @usableFromInline var search: Search

  /// Creates the counts of an attempt with `inRadius` drivers in the radius, and none within both circles.
  init(driversActive: Int, inRadius: Int32) {
    self.driversActive = Int32(driversActive)
    first = inRadius
    second = 0
    search = .circles
  }

  /// Creates the counts of `funnel`, which are complete if `self.funnel` equals it.
  init(of funnel: Funnel) {
    driversActive = funnel.driversActive
    if funnel[.radius] == Funnel.notComputed {
      (first, second, search) = (funnel.boundedOut, funnel.evaluated, .everywhere)
    } else {
      (first, second) = (funnel[.radius], 0)
      search = funnel.evaluated == 0 ? .circlesBeforeBounds : .circles
    }
  }

  @usableFromInline var funnel: Funnel {
    var funnel = Funnel()
    funnel.driversActive = driversActive
    for stage in Stage.allCases { funnel[stage] = left(after: stage) }
    funnel.boundedOut = boundedOut
    funnel.evaluated = evaluated
    return funnel
  }

  @inlinable var boundedOut: Int32 { counted(everywhere: first) }

  @inlinable var evaluated: Int32 { counted(everywhere: second) }

  /// The number of drivers left after `stage`.
  @inlinable
  func left(after stage: Stage) -> Int32 {
    switch search {
    case .everywhere: Funnel.notComputed
    case .circles: stage == .radius ? first : 0
    case .circlesBeforeBounds: stage == .radius ? first : stage == .route ? 0 : Funnel.notComputed
    }
  }

  @inlinable
  func counted(everywhere count: Int32) -> Int32 {
    switch search {
    case .everywhere: count
    case .circles: Funnel.notComputed
    case .circlesBeforeBounds: 0
    }
  }
}
