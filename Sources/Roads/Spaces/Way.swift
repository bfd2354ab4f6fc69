public import Quantities
import RoadNetwork

/// The way from one place to another, written out only as far as somebody has asked where it leads.
///
/// It is a function of its ends (docs/decisions/0002-canonical-paths.md), so that a car needs no more than these and the
/// duration to plan by, and what is written out later is what would have been written out at once.
///
/// It belongs to one run, like its space. A straight one is a value without references: of a plan off networks nothing is counted and
/// nothing is allocated.
public struct Way {
  public let origin: Place
  public let destination: Place
  /// The time that it takes.
  public let duration: Milliseconds
  /// The length of a way that follows no links.
  private let length: Metres
  /// The way in which the car gets to the destination.
  let course: Course

  enum Course {
    /// The car stays where it is.
    case standing
    /// One step, which leads to the destination.
    case straight
    /// Along the links of a network; cars that drive the same way may share them.
    case links(LinkWay)
  }

  /// Creates the way of a car that stays at `place`.
  public init(standingAt place: Place) {
    self.init(from: place, to: place, .none, .standing)
  }

  /// Creates the way in one step from `origin` to `destination`, which costs `travel`.
  public init(from origin: Place, to destination: Place, travel: Travel) {
    self.init(from: origin, to: destination, travel, .straight)
  }

  /// Creates the way along the links of `paths`, of which `links` are known: none, or all.
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

  /// The number of links that are written out.
  public var writtenLinks: Int {
    if case .links(let course) = course { course.links.count } else { 0 }
  }

  /// True if somebody knows how long the way is.
  var isMeasured: Bool {
    if case .links(let course) = course { course.isMeasured } else { true }
  }

  /// The length of the way, metres; written out to its end if nobody knew.
  public var metres: Metres {
    if case .links(let course) = course { course.metres } else { length }
  }

  /// The length of the way from node `number` on, metres, as summed up from there; nil where it does not follow links.
  func metres(fromNode number: Int) -> Metres? {
    if case .links(let course) = course { course.metres(fromNode: number) } else { nil }
  }

  /// Takes note that the way is `metres` long, as somebody knows who has summed it up from its origin.
  public func takeNote(ofLength metres: Metres) {
    if case .links(let course) = course { course.takeNote(ofLength: metres) }
  }

  /// Writes the way out to its end.
  func writeOut() {
    if case .links(let course) = course { course.writeOut() }
  }
}

extension Way {
  /// The number of the destination among the nodes; the way is written out to its end for it.
  var lastNode: Int {
    switch course {
    case .standing: 0
    case .straight: 1
    case .links(let course): course.lastNode
    }
  }

  /// Tells whether a car that has passed `number` nodes behind the origin is at the destination.
  func isLast(_ number: Int) -> Bool {
    switch course {
    case .standing: true
    case .straight: number == 1
    case .links(let course): course.isLast(number)
    }
  }

  /// The number of the last node up to which a car has come `time` after it has left the origin, 0 at the origin, and the
  /// travel to it.
  func node(at time: Milliseconds) -> (number: Int, travel: Travel) {
    switch course {
    case .standing: (0, .none)
    case .straight: time < duration ? (0, .none) : (1, Travel(duration: duration, metres: length))
    case .links(let course): course.node(at: time)
    }
  }

  /// The number of the last node, of those up to `last`, to which the travel is one that `isReached`, and the travel to it.
  ///
  /// - Precondition: the way is written out up to `last`; what is reached behind a node that is not reached is none.
  func node(upTo last: Int, where isReached: (Travel) -> Bool) -> (number: Int, travel: Travel) {
    switch course {
    case .standing: return (0, .none)
    case .straight:
      let end = Travel(duration: duration, metres: length)
      return last > 0 && isReached(end) ? (1, end) : (0, .none)
    case .links(let course): return course.node(upTo: last, where: isReached)
    }
  }

  /// The travel to node `number`.
  ///
  /// - Precondition: the way is written out as far.
  func travel(toNode number: Int) -> Travel {
    switch course {
    case .standing: .none
    case .straight: number == 0 ? .none : Travel(duration: duration, metres: length)
    case .links(let course): course.node(upTo: number) { _ in true }.travel
    }
  }
}
