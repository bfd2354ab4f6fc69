public import Quantities

/// A point for every node of a network, and a pace that no path beats: a path takes at least the straight-line distance
/// between the points of its two end nodes, times the pace.
///
/// The nodes' own positions would suffice with perfect data, but a link of 3 m whose length was rounded to 1 m would
/// make every bound three times too weak. So the ends of short links that are too fast compared with the rest are moved
/// closer together, by a few metres, until the links comply with the pace (relaxation of distance constraints as in T.
/// Jakobsen, "Advanced Character Physics", 2001). The points serve only for bounds; no node moves.
public struct StraightLineBound: Sendable {
  /// The point of every node, metres.
  public let points: [Position]
  /// The pace: milliseconds per metre between two points, which no path beats.
  public let millisecondsPerMetre: Double

  /// The minimum length of the links from which the pace is derived, metres; the ends of shorter links are moved to
  /// comply.
  private static let trusted: Metres = 50
  private static let rounds = 50

  /// Computes the points of `network`.
  ///
  /// - Complexity: O(links).
  public init(_ network: Network) {
    var points = network.positions
    let pace = Self.least(network, points, longerThan: Self.trusted) ?? 0
    if pace > 0 {
      for _ in 0..<Self.rounds where !Self.tighten(network, &points, pace) { break }
    }
    self.points = points
    millisecondsPerMetre = Self.least(network, points, longerThan: 0) ?? 0
  }

  /// Moves the ends of links faster than `pace` closer together.
  ///
  /// - Returns: whether there was such a link.
  private static func tighten(_ network: Network, _ points: inout [Position], _ pace: Double) -> Bool {
    var hasMoved = false
    for (link, tail) in network.tails.enumerated() {
      let arc = network.outgoing.arcs[link]
      let line = points[Int(arc.end)] - points[Int(tail)]
      let length = line.squaredLength.squareRoot()
      let most = Double(arc.milliseconds) / pace
      guard length > most * (1 + 1e-6) else { continue }
      let half = (0.5 * (length - most) / length) * line
      points[Int(tail)] = points[Int(tail)] + half
      points[Int(arc.end)] = points[Int(arc.end)] - half
      hasMoved = true
    }
    return hasMoved
  }

  /// Returns the lowest pace, milliseconds per metre, of the links longer than `metres`; nil if there are none.
  private static func least(
    _ network: Network, _ points: [Position], longerThan metres: Metres
  ) -> Double? {
    var least = Double.infinity
    for (link, tail) in network.tails.enumerated() {
      let arc = network.outgoing.arcs[link]
      let length = (points[Int(arc.end)] - points[Int(tail)]).squaredLength.squareRoot()
      if length > metres { least = min(least, Double(arc.milliseconds) / length) }
    }
    return least.isFinite ? least : nil
  }
}
