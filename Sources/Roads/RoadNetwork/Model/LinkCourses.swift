public import Quantities

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
