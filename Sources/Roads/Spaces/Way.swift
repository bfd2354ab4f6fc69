public import Quantities
import RoadNetwork

/// The route from one place to another, written out lazily.
///
/// It depends only on its origin and destination (docs/decisions/0002-canonical-paths.md), so planning requires only
/// these and the duration, and writing it out later gives the same links.
///
/// It belongs to one run, like its space. A straight route is a value without references: plans off networks need no
/// reference counting and no allocation.
public struct Way {
  public let origin: Place
  public let destination: Place
  /// The duration.
  public let duration: Milliseconds
  /// The length, unless the route follows links.
  private let length: Metres
  /// The course from origin to destination.
  let course: Course

  enum Course {
    /// The car stays in place.
    case standing
    /// A single step to the destination.
    case straight
    /// Along the links of a network; cars may share the object.
    case links(LinkWay)
  }

  /// Creates the route of a car that stays at `place`.
  public init(standingAt place: Place) {
    self.init(from: place, to: place, .none, .standing)
  }

  /// Creates the route in one step from `origin` to `destination`, with the duration and length of `travel`.
  public init(from origin: Place, to destination: Place, travel: Travel) {
    self.init(from: origin, to: destination, travel, .straight)
  }

  /// Creates the route along `links` in the network of `paths`: all links of the route, or none if they are not computed
  /// yet.
  init(
    from origin: Place, to destination: Place, duration: Milliseconds, links: [LinkIndex],
    in paths: LinkPaths
  ) {
    let course = LinkWay(
      from: origin.node, to: destination.node, duration: duration, links: links, in: paths)
    self.init(
      from: origin, to: destination, Travel(duration: duration, metres: 0), .links(course))
  }

  private init(from origin: Place, to destination: Place, _ travel: Travel, _ course: Course) {
    self.origin = origin
    self.destination = destination
    duration = travel.duration
    length = travel.metres
    self.course = course
  }

  /// Whether the length of the route is known.
  var isMeasured: Bool {
    if case .links(let course) = course { course.isMeasured } else { true }
  }

  /// The length of the route, metres; writes the route out to its end if unknown.
  public var metres: Metres {
    if case .links(let course) = course { course.metres } else { length }
  }

  /// Returns the length of the route from node `number` on, metres, summed from there; nil if it does not follow links.
  func metres(fromNode number: Int) -> Metres? {
    if case .links(let course) = course { course.metres(fromNode: number) } else { nil }
  }

  /// Stores the known length `metres`, summed up from the origin.
  public func takeNote(ofLength metres: Metres) {
    if case .links(let course) = course { course.takeNote(ofLength: metres) }
  }

  /// Writes the route out to its end.
  func writeOut() {
    if case .links(let course) = course { course.writeOut() }
  }
}

extension Way {
  /// The number of the destination among the nodes; writes the route out to its end.
  var lastNode: Int {
    switch course {
    case .standing: 0
    case .straight: 1
    case .links(let course): course.lastNode
    }
  }

  /// Returns whether node `number` after the origin is the destination.
  func isLast(_ number: Int) -> Bool {
    switch course {
    case .standing: true
    case .straight: number == 1
    case .links(let course): course.isLast(number)
    }
  }

  /// Returns the last node reached at `time` after departure, 0 for the origin, and the travel to it.
  func node(at time: Milliseconds) -> (number: Int, travel: Travel) {
    switch course {
    case .standing: (0, .none)
    case .straight: time < duration ? (0, .none) : (1, Travel(duration: duration, metres: length))
    case .links(let course): course.node(at: time)
    }
  }

  /// Returns the last node up to `last` for which `isReached` accepts the travel, and the travel to it.
  ///
  /// - Precondition: the route is written out up to `last`; `isReached` is monotone along the route.
  func node(upTo last: Int, where isReached: (Travel) -> Bool) -> (number: Int, travel: Travel) {
    switch course {
    case .standing: return (0, .none)
    case .straight:
      let end = Travel(duration: duration, metres: length)
      return last > 0 && isReached(end) ? (1, end) : (0, .none)
    case .links(let course): return course.node(upTo: last, where: isReached)
    }
  }

  /// Returns the travel to node `number`.
  ///
  /// - Precondition: the route is written out that far.
  func travel(toNode number: Int) -> Travel {
    switch course {
    case .standing: .none
    case .straight: number == 0 ? .none : Travel(duration: duration, metres: length)
    case .links(let course): course.node(upTo: number) { _ in true }.travel
    }
  }
}
