import Quantities
import RoadNetwork

/// A route stored as its links, four bytes each; times, lengths and positions are read from the network.
final class LinkWay {
  let paths: LinkPaths
  /// The links from the origin on, as far as computed.
  private(set) var links: [LinkIndex]
  /// The travel from the origin to the end of `links`.
  private var written = Travel.none
  /// The travel to every sixteenth node.
  private var marks: [Travel] = []
  /// Whether `links` reach the destination.
  private(set) var isWritten = false
  /// The length of the whole route; negative while unknown.
  private var length: Metres = -1
  private let origin: NodeIndex
  private let destination: NodeIndex
  private let duration: Milliseconds

  /// The number of links between two marks.
  private static let markedEvery = 16

  /// Creates the route along `links` in the network of `paths`: all links of the route, or none if they are not computed
  /// yet.
  init(
    from origin: NodeIndex, to destination: NodeIndex, duration: Milliseconds, links: [LinkIndex],
    in paths: LinkPaths
  ) {
    self.origin = origin
    self.destination = destination
    self.duration = duration
    self.paths = paths
    self.links = links
    if !links.isEmpty { measure(from: 0, isWhole: true) }
  }

  /// Whether the length of the route is known.
  var isMeasured: Bool { length >= 0 }

  /// The length of the route, metres; writes the route out to its end if unknown.
  var metres: Metres {
    if length < 0 { writeOut() }
    return length
  }

  /// Returns the length of the route from node `number` on, metres, summed from there.
  func metres(fromNode number: Int) -> Metres {
    if number == 0 { return metres }
    writeOut()
    var metres: Metres = 0
    for link in links[number...] { metres += paths.network.metres[Int(link)] }
    return metres
  }

  /// Stores the known length `metres`.
  func takeNote(ofLength metres: Metres) {
    if length < 0 { length = metres }
  }

  /// Writes the route out to its end.
  func writeOut() { write(beyond: duration) }

  /// Writes the route out until the car's position at `time` after departure is known, or to the end.
  private func write(beyond time: Milliseconds) {
    guard !isWritten, written.duration <= time else { return }
    let known = links.count
    let rest = max(.zero, duration - time - Milliseconds(1))
    let left = paths.extend(
      &links, from: origin, to: destination, left: duration - written.duration, until: rest)
    measure(from: known, isWhole: left == .zero)
  }

  /// Adds up the durations and lengths of the links from index `known` on.
  private func measure(from known: Int, isWhole: Bool) {
    let network = paths.network
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
    // Nothing more is added: release the spare capacity.
    if links.capacity > links.count + links.count / 8 { links = links.withUnsafeBufferPointer { Array($0) } }
  }
}

extension LinkWay {
  /// The number of the destination among the nodes; writes the route out to its end.
  var lastNode: Int {
    writeOut()
    return links.count
  }

  /// Returns whether node `number` after the origin is the destination.
  func isLast(_ number: Int) -> Bool {
    if number == links.count { write(beyond: written.duration) }
    return number == links.count
  }

  /// Returns the last node reached at `time` after departure.
  func node(at time: Milliseconds) -> (number: Int, travel: Travel) {
    write(beyond: time)
    return node { $0.duration <= time }
  }

  /// Returns the last node, up to number `last`, for which `isReached` accepts the travel to it.
  func node(upTo last: Int = .max, where isReached: (Travel) -> Bool) -> (number: Int, travel: Travel) {
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

/// The network as used by routes along its links: lengths and times of links, their bends, and shortest paths for
/// extending routes.
///
/// Routes retain it rather than their space, which caches routes and would form a reference cycle.
final class LinkPaths {
  let network: Network
  let courses: LinkCourses
  private var router: Router

  init(_ index: RoutingIndex, courses: LinkCourses) {
    network = index.network
    self.courses = courses
    router = Router(index)
  }

  /// Returns the place of node `index`.
  func place(ofNode index: NodeIndex) -> Place {
    Place(position: network.positions[Int(index)], node: index)
  }

  /// Returns the shortest path from `origin` to `destination`; nil if there is none.
  func path(from origin: NodeIndex, to destination: NodeIndex) -> Path? {
    router.path(from: origin, to: destination)
  }

  /// Extends `links`, the beginning of a route with `left` remaining to `destination`, until at most `rest` remains.
  ///
  /// - Returns: the duration remaining after the new links.
  func extend(
    _ links: inout [LinkIndex], from origin: NodeIndex, to destination: NodeIndex, left: Milliseconds,
    until rest: Milliseconds
  ) -> Milliseconds {
    let left = router.extend(
      &links, from: origin, to: destination, left: Int32(left.rawValue), until: Int32(rest.rawValue)
    )
    return Milliseconds(Int64(left))
  }

  /// Appends the bends of `link`, which begins at `start`: distance and time are proportional along its course.
  ///
  /// In the millisecond in which a car passes a node, it is at the node, not beyond it.
  func appendBends(of link: LinkIndex, after start: Travel, into path: inout [PathPoint]) {
    courses.forEachBend(of: link) { position, share in
      let time = max(1, (share * Double(network.milliseconds(of: link))).rounded())
      let travel = Travel(
        duration: start.duration + Milliseconds(Int64(time)),
        metres: start.metres + share * network.metres[Int(link)])
      path.append(PathPoint(place: Place(position: position), travel: travel, isBend: true))
    }
  }
}
