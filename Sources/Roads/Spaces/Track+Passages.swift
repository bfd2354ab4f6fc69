public import Quantities
public import RoadNetwork

extension Track {
  /// Calls `body` with every node on what is not forgotten of the way, with the number of its leg and the planned time; the
  /// place of a stop is the end of one leg and the beginning of the next. The way is written out for it.
  public func forEachNode(_ body: (NodeIndex, _ leg: Int, Milliseconds) -> Void) {
    forEachVertex(readsOdometer: false) { vertex, leg, _ in
      if vertex.place.isNode { body(vertex.place.node, leg, vertex.time) }
    }
  }
}
