public import Quantities
import RoadNetwork

/// The way from one place to another, written out only as far as somebody has asked where it leads.
///
/// It is a function of its ends (docs/decisions/0002-canonical-paths.md), so that a car needs no more than these and the
/// duration to plan by, and what is written out later is what would have been written out at once. On a network it is
/// kept as the numbers of its links, four bytes each; times, metres and positions are the network's.
///
/// It belongs to one run, like its space; cars that drive the same way may share it.
public final class Way {
  public let origin: Place
  public let destination: Place
  /// The time that it takes.
  public let duration: Milliseconds
  /// The way in which the car gets to the destination.
  let course: Course
  /// The links from the origin on, as far as they are written out.
  private(set) var links: [LinkIndex] = []
  /// The travel from the origin to the end of `links`.
  private(set) var written = Travel.none
  /// The travel to every sixteenth node.
  private(set) var marks: [Travel] = []
  /// True if `links` lead to the destination.
  private(set) var isWritten: Bool
  /// The length of the whole way; negative while nobody knows.
  private var length: Metres

  enum Course {
    /// The car stays where it is.
    case standing
    /// One step, which leads to the destination.
    case straight
    /// Along the links of a network.
    case links(LinkPaths)
  }

  /// The number of links between two marks.
  static let markedEvery = 16

  /// Creates the way of a car that stays at `place`.
  public init(standingAt place: Place) {
    origin = place
    destination = place
    duration = .zero
    course = .standing
    length = 0
    isWritten = true
  }

  /// Creates the way in one step from `origin` to `destination`, which costs `travel`.
  public init(from origin: Place, to destination: Place, travel: Travel) {
    self.origin = origin
    self.destination = destination
    duration = travel.duration
    course = .straight
    length = travel.metres
    isWritten = true
  }

  /// Creates the way along the links of `paths`, of which `links` are known: none, or all.
  init(
    from origin: Place, to destination: Place, duration: Milliseconds, links: [LinkIndex],
    in paths: LinkPaths
  ) {
    self.origin = origin
    self.destination = destination
    self.duration = duration
    course = .links(paths)
    self.links = links
    length = -1
    isWritten = false
    if !links.isEmpty { measure(from: 0, in: paths.network, isWhole: true) }
  }

  /// The number of links that are written out.
  public var writtenLinks: Int { links.count }

  /// True if somebody knows how long the way is.
  var isMeasured: Bool { length >= 0 }

  /// The length of the way, metres; written out to its end if nobody knew.
  public var metres: Metres {
    if length < 0 { writeOut() }
    return length
  }

  /// The length of the way from node `number` on, metres, as summed up from there; nil where it does not follow links.
  func metres(fromNode number: Int) -> Metres? {
    guard case .links(let paths) = course else { return nil }
    if number == 0 { return metres }
    writeOut()
    var metres: Metres = 0
    for link in links[number...] { metres += paths.network.metres[Int(link)] }
    return metres
  }

  /// Takes note that the way is `metres` long, as somebody knows who has summed it up from its origin.
  public func takeNote(ofLength metres: Metres) {
    if length < 0 { length = metres }
  }

  /// Writes the way out to its end.
  func writeOut() { write(beyond: duration) }

  /// Writes the way out until it is known where a car is `time` after it has left the origin, or to the end.
  func write(beyond time: Milliseconds) {
    guard !isWritten, case .links(let paths) = course, written.duration <= time else { return }
    let known = links.count
    let rest = max(.zero, duration - time - Milliseconds(1))
    let left = paths.extend(
      &links, from: origin, to: destination, left: duration - written.duration, until: rest)
    measure(from: known, in: paths.network, isWhole: left == .zero)
  }

  /// Adds up the links from number `known` on.
  private func measure(from known: Int, in network: Network, isWhole: Bool) {
    var end = written
    for number in known..<links.count {
      end.duration = end.duration + Milliseconds(Int64(network.milliseconds(of: links[number])))
      end.metres += network.metres[Int(links[number])]
      if (number + 1) % Self.markedEvery == 0 { marks.append(end) }
    }
    written = end
    guard isWhole else { return }
    isWritten = true
    length = end.metres
    // Nothing is added any more: the room for it may be as large as what is there.
    if links.capacity > links.count + links.count / 8 { links = links.withUnsafeBufferPointer { Array($0) } }
  }
}

extension Way {
  /// The number of the destination among the nodes; the way is written out to its end for it.
  var lastNode: Int {
    switch course {
    case .standing: return 0
    case .straight: return 1
    case .links:
      writeOut()
      return links.count
    }
  }

  /// Tells whether a car that has passed `number` nodes behind the origin is at the destination.
  func isLast(_ number: Int) -> Bool {
    switch course {
    case .standing: return true
    case .straight: return number == 1
    case .links:
      if number == links.count { write(beyond: written.duration) }
      return number == links.count
    }
  }

  /// The number of the last node up to which a car has come `time` after it has left the origin, 0 at the origin, and the
  /// travel to it.
  func node(at time: Milliseconds) -> (number: Int, travel: Travel) {
    switch course {
    case .standing: return (0, .none)
    case .straight: return time < duration ? (0, .none) : (1, Travel(duration: duration, metres: length))
    case .links(let paths):
      write(beyond: time)
      return node(in: paths) { $0.duration <= time }
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
    case .links(let paths): return node(in: paths, upTo: last, where: isReached)
    }
  }

  /// The travel to node `number`.
  ///
  /// - Precondition: the way is written out as far.
  func travel(toNode number: Int) -> Travel {
    switch course {
    case .standing: .none
    case .straight: number == 0 ? .none : Travel(duration: duration, metres: length)
    case .links(let paths): node(in: paths, upTo: number) { _ in true }.travel
    }
  }

  private func node(
    in paths: LinkPaths, upTo last: Int = .max, where isReached: (Travel) -> Bool
  ) -> (number: Int, travel: Travel) {
    var (low, high) = (0, min(marks.count, last / Self.markedEvery))
    while low < high {
      let middle = (low + high + 1) / 2
      if isReached(marks[middle - 1]) { low = middle } else { high = middle - 1 }
    }
    var number = low * Self.markedEvery
    var travel = low > 0 ? marks[low - 1] : Travel.none
    let links = links
    let end = min(last, links.count)
    let network = paths.network
    while number < end {
      let link = links[number]
      let next = Travel(
        duration: travel.duration + Milliseconds(Int64(network.milliseconds(of: link))),
        metres: travel.metres + network.metres[Int(link)])
      guard isReached(next) else { break }
      travel = next
      number += 1
    }
    return (number, travel)
  }
}
