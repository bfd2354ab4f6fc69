public import Quantities

/// The courses of links between their ends: the bends of each, from tail to head.
///
/// Both directions of a road share one course. Times and lengths belong to the links: courses are only used
/// for car positions and pictures.
public struct LinkShapes: Hashable, Sendable {
  /// The code of every link: 0 if straight, s for course s − 1, −s for the same course backwards; empty if all
  /// links are straight.
  var codes: [Int32] = []
  /// The index of every course's first bend, followed by the number of bends.
  var first: [Int32] = [0]
  /// The bends of all courses, course by course.
  var bends: [Coordinates] = []

  /// The number of courses.
  public var count: Int { first.count - 1 }
  /// The total number of bends.
  public var bendCount: Int { bends.count }

  /// Returns the bends of `link` from its tail to its head, excluding both ends; empty if it is straight.
  public func bends(of link: LinkIndex) -> [Coordinates] {
    let forward = bends[range(of: link)]
    return forward.isEmpty || codes[Int(link)] > 0 ? Array(forward) : forward.reversed()
  }

  /// Returns the range of the course of `link` in `bends`, to be read backwards if the link's code is negative; empty
  /// if the link is straight.
  func range(of link: LinkIndex) -> Range<Int> {
    guard !codes.isEmpty, codes[Int(link)] != 0 else { return 0..<0 }
    let course = Int(codes[Int(link)].magnitude) - 1
    return Int(first[course])..<Int(first[course + 1])
  }

  /// Adds a course and returns the code of a link that follows it; 0 for a course without bends.
  mutating func add(_ course: some Sequence<Coordinates>) -> Int32 {
    bends.append(contentsOf: course)
    guard bends.count > Int(first[first.count - 1]) else { return 0 }
    first.append(Int32(bends.count))
    return Int32(count)
  }

  /// Returns the shapes of links with `codes`, keeping only the courses they use, in order of first use.
  func kept(codes: [Int32]) -> LinkShapes {
    guard codes.contains(where: { $0 != 0 }) else { return LinkShapes() }
    var kept = LinkShapes()
    var newCode = [Int32](repeating: 0, count: count + 1)
    kept.codes = codes.map { code in
      let course = Int(code.magnitude)
      guard course > 0 else { return 0 }
      if newCode[course] == 0 {
        newCode[course] = kept.add(bends[Int(first[course - 1])..<Int(first[course])])
      }
      return code > 0 ? newCode[course] : -newCode[course]
    }
    return kept
  }
}

extension Network {
  /// Returns the course of `link` including both ends, from tail to head.
  public func course(of link: LinkIndex) -> [Coordinates] {
    let tail = coordinates[Int(tails[Int(link)])]
    return [tail] + shapes.bends(of: link) + [coordinates[Int(head(of: link))]]
  }
}

/// The courses of a network's links: the position of each bend, and the fraction of the link before it.
public struct LinkCourses: Sendable {
  private let network: Network
  /// The position of every bend of the network's shapes, metres.
  private let positions: [Position]

  /// Computes the positions of all bends of `network`.
  ///
  /// - Complexity: O(bends).
  public init(_ network: Network) {
    self.network = network
    positions = network.shapes.bends.map(network.geometry.position(of:))
  }

  /// Calls `body` with each bend of `link` from its tail to its head: its position, and the fraction (above 0,
  /// at most 1) of the course's length before it. A bend at the tail is left out.
  public func forEachBend(of link: LinkIndex, _ body: (Position, Double) -> Void) {
    let bends = network.shapes.range(of: link)
    guard !bends.isEmpty else { return }
    let tail = network.positions[Int(network.tails[Int(link)])]
    let head = network.positions[Int(network.head(of: link))]
    let isForward = network.shapes.codes[Int(link)] > 0
    func position(_ number: Int) -> Position {
      positions[isForward ? bends.lowerBound + number : bends.upperBound - 1 - number]
    }
    var length = 0.0
    var last = tail
    for number in 0..<bends.count {
      length += network.geometry.distance(last, position(number))
      last = position(number)
    }
    length += network.geometry.distance(last, head)
    var driven = 0.0
    last = tail
    for number in 0..<bends.count {
      let bend = position(number)
      driven += network.geometry.distance(last, bend)
      last = bend
      if driven > 0 { body(bend, driven / length) }
    }
  }
}

/// The index of a directed link in a network: links are grouped by tail, and the links of a tail are in source order.
@frozen
public struct LinkIndex: ListIndex {
  public let rawValue: Int32

  @inlinable
  public init(rawValue: Int32) { self.rawValue = rawValue }
}
