public import Quantities
public import RoadNetwork

extension Track {
  /// Calls `body` with every node on the way from where leg `first` begins to the end, with the number of the leg and the
  /// planned time; the place of a stop is the end of one leg and the beginning of the next. The way is written out for it.
  public func forEachNode(fromLeg first: Int, _ body: (NodeIndex, _ leg: Int, Milliseconds) -> Void) {
    let origin = legs[first].origin
    if origin.place.isNode { body(origin.place.node, first, origin.time) }
    let begin = TrackIndex(leg: first, node: 0, bend: 0)
    forEachStop(after: begin, readsOdometer: false) { vertex, leg, _ in
      if vertex.place.isNode { body(vertex.place.node, leg, vertex.time) }
      return true
    }
  }
}
