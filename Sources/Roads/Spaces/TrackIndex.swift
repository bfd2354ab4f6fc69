/// The index of a vertex of a track: its leg, and how many of its nodes and then bends lie before it.
///
/// The order is that in which the car passes them.
public struct TrackIndex: Hashable, Comparable, Sendable {
  /// Counts from the first leg that is not forgotten.
  public var leg: Int
  /// 0 at the beginning of the leg.
  public var node: Int
  /// 0 at a node.
  public var bend: Int

  public init(leg: Int, node: Int, bend: Int) {
    self.leg = leg
    self.node = node
    self.bend = bend
  }

  /// The beginning of the link under way: the vertex itself, unless it is a bend.
  var linkStart: Self { Self(leg: leg, node: node, bend: 0) }

  public static func < (a: Self, b: Self) -> Bool { (a.leg, a.node, a.bend) < (b.leg, b.node, b.bend) }
}
