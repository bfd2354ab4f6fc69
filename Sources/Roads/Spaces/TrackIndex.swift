/// The index of a vertex of a track: its leg, and the numbers of nodes and of bends before it.
///
/// Ordered as passed by the car.
public struct TrackIndex: Hashable, Comparable, Sendable {
  /// The leg, from the first one not forgotten.
  public var leg: Int
  /// The node on the leg's way; 0 at the beginning.
  public var node: Int
  /// The bend after the node; 0 at the node itself.
  public var bend: Int

  public init(leg: Int, node: Int, bend: Int) {
    self.leg = leg
    self.node = node
    self.bend = bend
  }

  /// The beginning of the current link: the vertex itself, unless it is a bend.
  var linkStart: Self { Self(leg: leg, node: node, bend: 0) }

  public static func < (a: Self, b: Self) -> Bool { (a.leg, a.node, a.bend) < (b.leg, b.node, b.bend) }
}
