import Quantities
import Spaces

/// The vertices of a track in the coordinates of an index's frame: written out once per plan, for all derived data.
struct RouteList {
  private(set) var vertices: [Track.Vertex] = []
  /// The positions in the frame, metres.
  private(set) var points: [SIMD3<Double>] = []
  /// The leg and the node of each vertex; bends have the node before them.
  private(set) var nodes: [(leg: Int32, node: Int32)] = []

  /// Lists the vertices of `track`, with odometers only if `readsOdometer`, else 0.
  mutating func fill(with track: borrowing Track, readsOdometer: Bool, frame: IndexFrame) {
    vertices.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
    nodes.removeAll(keepingCapacity: true)
    track.forEachVertex(readsOdometer: readsOdometer) { vertex, leg, node in
      vertices.append(vertex)
      nodes.append((Int32(leg), Int32(node)))
      points.append(frame.local(vertex.place.position))
    }
  }
}
