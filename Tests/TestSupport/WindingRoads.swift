import Quantities
public import RoadNetwork

extension Network {
  /// The same network with most of its links bent at random: a little, around a corner, back and forth, or with
  /// bends that coincide. The two directions of a road share one course.
  public func winding(_ random: inout SplitMix64) -> Network {
    rebuilt(geometry, coordinates) { bends(from: $0, to: $1, &random) }
  }

  /// The same network of a plane, without courses, on the globe: its metres laid out as degrees near Chengdu.
  public func onGlobe() -> Network {
    let degrees = coordinates.map { Coordinates(x: 104.06 + $0.x / 95_700, y: 30.67 + $0.y / 111_200) }
    return rebuilt(.globe, degrees) { _, _ in [] }
  }

  private func rebuilt(
    _ geometry: Geometry, _ coordinates: [Coordinates], bends: (NodeIndex, NodeIndex) -> [Coordinates]
  ) -> Network {
    var builder = NetworkBuilder(geometry: geometry)
    for node in nodeIDs.indices { builder.addNode(id: nodeIDs[node], at: coordinates[node]) }
    var courses: [[NodeIndex]: Int32] = [:]
    for link in links {
      let (tail, head) = (tails[Int(link)], head(of: link))
      let course = courses[[head, tail]].map { -$0 } ?? builder.addCourse(bends(tail, head))
      courses[[tail, head]] = course
      builder.addLink(
        id: linkIDs[Int(link)], from: tail, to: head, metres: metres[Int(link)],
        milliseconds: milliseconds(of: link), course: course)
    }
    return builder.build()
  }

  private func bends(from tail: NodeIndex, to head: NodeIndex, _ random: inout SplitMix64) -> [Coordinates] {
    let (from, to) = (coordinates[Int(tail)], coordinates[Int(head)])
    let (x, y) = (to.x - from.x, to.y - from.y)
    let reach = random.pick([0.05, 0.3, 1])
    var bends: [Coordinates] = []
    for _ in 0..<random.pick([0, 1, 2, 3, 8]) {
      let (along, aside) = (random.uniform(-0.2...1.2), random.uniform(-reach...reach))
      bends.append(Coordinates(x: from.x + along * x - aside * y, y: from.y + along * y + aside * x))
      if random.chance(0.1) { bends.append(bends[bends.count - 1]) }
    }
    if random.chance(0.1) { bends.insert(from, at: 0) }
    if random.chance(0.1) { bends.append(to) }
    return bends
  }
}
