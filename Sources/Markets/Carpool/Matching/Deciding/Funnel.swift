public import Travellers

/// The number of drivers left after each stage of the two-circles rule.
///
///     funnel[.radius] = 6
@frozen
public struct Funnel: Sendable {
  /// The value of counts that the policy did not compute; an empty field in attempts.csv.
  @inlinable public static var notComputed: Int32 { -1 }

  /// The number of drivers who are under way or announced, whether available or not.
  public var driversActive: Int32 = 0
  /// The number of drivers left after each stage, in order.
  @usableFromInline var left: InlineArray<5, Int32> = InlineArray(repeating: notComputed)
  /// The number of drivers pruned by a bound without evaluation.
  public var boundedOut: Int32 = notComputed
  /// The number of drivers whose pairs of stops were evaluated.
  public var evaluated: Int32 = notComputed

  /// Creates a funnel for `driversActive` active drivers; all other counts are zero.
  @inlinable
  public init(driversActive: Int = 0) { self.driversActive = Int32(driversActive) }

  /// The number of drivers left after `stage`; `notComputed` if not counted.
  @inlinable public subscript(stage: Stage) -> Int32 {
    get { left[stage.rawValue] }
    set { left[stage.rawValue] = newValue }
  }

  /// The first computed stage with no driver left; nil if there is none.
  public var emptied: Stage? {
    for place in 0..<left.count where left[place] == 0 { return Stage(rawValue: place) }
    return nil
  }

  /// The cause to which a failed attempt with this funnel is attributed.
  public var cause: Cause {
    if let emptied { return emptied.cause }
    // With bounds, every available driver is either evaluated or pruned.
    return evaluated == 0 && boundedOut == 0 ? .noDriver : .limits
  }
}

extension Funnel: Equatable {
  @inlinable
  public static func == (one: Self, other: Self) -> Bool {
    guard one.driversActive == other.driversActive, one.boundedOut == other.boundedOut else { return false }
    for place in 0..<one.left.count where one.left[place] != other.left[place] { return false }
    return one.evaluated == other.evaluated
  }
}

extension Funnel {
  /// Fills in the counts for the two circles.
  @inlinable
  @inline(__always)
  package mutating func count(_ circles: borrowing Circles) {
    self[.radius] = circles.inRadius
    self[.route] = Int32(circles.drivers.count)
  }
}
