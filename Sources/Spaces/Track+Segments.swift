import Quantities
import RoadNetwork

/// A car between two vertices of one leg: worked out without going along the track, which most questions can do with.
extension Track {
  /// Two vertices next to each other.
  struct Segment {
    var index: TrackIndex
    var from: Vertex
    var to: Vertex
  }

  /// The segment that the car is on at `time`; nil where it is not driving one without bends to its end.
  func segment(at time: Milliseconds) -> Segment? {
    let number = leg(at: time)
    let elapsed = time - legs[number].departure
    guard elapsed.rawValue >= 0, time < legs[number].end else { return nil }
    return segment(ofLeg: number, behind: legs[number].way.node(at: elapsed))
  }

  /// The segment behind vertex `index`; nil at the end of the track.
  func segment(after index: TrackIndex) -> Segment? {
    if index.bend == 0 {
      let node = (index.node, legs[index.leg].way.travel(toNode: index.node))
      if let segment = segment(ofLeg: index.leg, behind: node) { return segment }
    }
    let cursor = cursor(at: index)
    return cursor.next.map { Segment(index: index, from: cursor.vertex, to: $0) }
  }

  /// The segment of leg `number` behind the node that is given; nil where the leg ends there, is cut, bends, or is forgotten.
  private func segment(ofLeg number: Int, behind node: (number: Int, travel: Travel)) -> Segment? {
    let leg = legs[number]
    guard !leg.isCut, number > front.leg || node.number >= front.node else { return nil }
    let index = TrackIndex(leg: number, node: node.number, bend: 0)
    let next: (place: Place, travel: Travel)
    let origin: Place
    switch leg.way.course {
    case .standing: return nil
    case .straight:
      guard node.number == 0 else { return nil }
      origin = leg.way.origin
      next = (leg.way.destination, Travel(duration: leg.way.duration, metres: leg.way.metres))
    case .links(let space):
      let network = space.network
      guard !network.hasBends, node.number < leg.way.links.count else { return nil }
      let link = leg.way.links[node.number]
      origin = node.number == 0 ? leg.way.origin : space.place(ofNode: network.tails[Int(link)])
      var travel = node.travel
      travel.duration = travel.duration + Milliseconds(Int64(network.milliseconds(of: link)))
      travel.metres += network.metres[Int(link)]
      next = (space.place(ofNode: network.head(of: link)), travel)
    }
    let odometer = node.number == 0 ? leg.reading.metres : leg.odometer(after: node.travel.metres)
    return Segment(
      index: index,
      from: Vertex(place: origin, time: leg.departure + node.travel.duration, odometer: odometer),
      to: Vertex(
        place: next.place, time: leg.departure + next.travel.duration,
        odometer: leg.odometer(after: next.travel.metres)))
  }
}
