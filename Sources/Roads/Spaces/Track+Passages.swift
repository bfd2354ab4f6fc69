public import Quantities
public import RoadNetwork

extension Track {
  /// Calls `body` with every node on the part of the way not forgotten, its leg number and its planned time; a stop
  /// is both the end of one leg and the beginning of the next. Writes the way out.
  public func forEachNode(_ body: (NodeIndex, _ leg: Int, Milliseconds) -> Void) {
    forEachVertex(readsOdometer: false) { vertex, leg, _ in
      if vertex.place.isNode { body(vertex.place.node, leg, vertex.time) }
    }
  }
}
