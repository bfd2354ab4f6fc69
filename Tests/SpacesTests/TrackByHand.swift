import Quantities
import RoadNetwork
import Spaces

/// A track as a list of vertices that are all written down at once, and copied and moved when the plan changes.
struct TrackByHand {
  private let space: any Space
  private(set) var vertices: [Track.Vertex]
  /// Where in `vertices` every leg begins.
  private(set) var legs: [Int]

  init(from origin: Place, to destination: Place, departure: Milliseconds, in space: any Space) {
    self.space = space
    vertices = [Track.Vertex(place: origin, time: departure, odometer: 0)]
    legs = [0]
    drive(to: destination)
  }

  private var end: Track.Vertex { vertices[vertices.count - 1] }

  private mutating func drive(to place: Place) {
    let start = end
    var path: [PathPoint] = []
    space.appendPath(from: start.place, to: place, into: &path)
    for point in path {
      vertices.append(
        Track.Vertex(
          place: point.place, time: start.time + point.travel.duration,
          odometer: start.odometer + point.travel.metres, isBend: point.isBend))
    }
  }

  private mutating func leave(at departure: Milliseconds) {
    let end = end
    legs.append(vertices.count)
    vertices.append(Track.Vertex(place: end.place, time: departure, odometer: end.odometer))
  }

  mutating func append(to place: Place, departure: Milliseconds) {
    leave(at: departure)
    drive(to: place)
  }

  mutating func append(leg number: Int, of other: TrackByHand, departure: Milliseconds) {
    leave(at: departure)
    let last = number + 1 < other.legs.count ? other.legs[number + 1] : other.vertices.count
    let old = other.vertices[other.legs[number]..<last]
    guard let first = old.first else { return }
    let (time, metres) = (departure - first.time, end.odometer - first.odometer)
    for vertex in old.dropFirst() {
      vertices.append(
        Track.Vertex(
          place: vertex.place, time: vertex.time + time,
          odometer: max(end.odometer, vertex.odometer + metres), isBend: vertex.isBend))
    }
  }

  mutating func truncate(toLegs count: Int) {
    guard count < legs.count else { return }
    vertices.removeSubrange(legs[count]...)
    legs.removeSubrange(count...)
  }

  /// Drops what lies after the vertex at which the car turns at `time`, and drives to `place`.
  mutating func turn(at time: Milliseconds, to place: Place) {
    let index = turn(at: time)
    vertices.removeSubrange((index + 1)...)
    if end.time < time { vertices.append(Track.Vertex(place: end.place, time: time, odometer: end.odometer)) }
    legs.removeAll { $0 >= vertices.count - 1 }
    legs.append(vertices.count - 1)
    drive(to: place)
  }

  /// The first node at which the car is at `time` or later; where it stands, that at which it leaves.
  func turn(at time: Milliseconds) -> Int {
    guard let passed = vertices.lastIndex(where: { $0.time <= time }) else { return 0 }
    guard let begin = vertices[...passed].lastIndex(where: { !$0.isBend }),
      let next = vertices[(passed + 1)...].firstIndex(where: { !$0.isBend })
    else { return passed }
    let isAtNode = vertices[begin].time == time && vertices[begin].place != vertices[next].place
    return isAtNode ? begin : next
  }
}
