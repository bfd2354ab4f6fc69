import Quantities
import RoadNetwork
import Spaces

/// A car's way over the links of a network once more, from the network alone: for each link when and at which
/// reading it begins, and the points of its course. Time, metres and the course's length advance in proportion
/// over the whole link.
struct CourseByHand {
  struct Link {
    var start: Travel
    var end: Travel
    var course: [Position]
  }

  let geometry: Geometry
  let depart: Milliseconds
  var links: [Link] = []

  init(_ links: [LinkIndex], of network: Network, depart: Milliseconds) {
    geometry = network.geometry
    self.depart = depart
    var start = Travel.none
    for link in links {
      var end = start
      end.duration = end.duration + Milliseconds(Int64(network.milliseconds(of: link)))
      end.metres += network.metres[Int(link)]
      let course = network.course(of: link).map(geometry.position(of:))
      self.links.append(Link(start: start, end: end, course: course))
      start = end
    }
  }

  var end: Travel { links.last?.end ?? .none }

  /// The link that the car is on at `time`.
  func link(at time: Milliseconds) -> Link {
    links.last { depart + $0.start.duration <= time } ?? links[0]
  }

  func odometer(at time: Milliseconds) -> Metres {
    let link = link(at: time)
    let elapsed = min(max(0, (time - depart - link.start.duration).seconds), link.duration.seconds)
    return link.start.metres + elapsed / link.duration.seconds * (link.end.metres - link.start.metres)
  }

  func position(atOdometer metres: Metres) -> Position {
    let link = links.last { $0.start.metres <= metres } ?? links[0]
    let share = min(1, (metres - link.start.metres) / (link.end.metres - link.start.metres))
    let steps = zip(link.course, link.course.dropFirst())
    let length = steps.reduce(0) { $0 + geometry.distance($1.0, $1.1) }
    var left = share * length
    for (from, to) in steps {
      let step = geometry.distance(from, to)
      if left <= step, step > 0 { return between(from, to, left / step) }
      left -= step
    }
    return link.course[link.course.count - 1]
  }

  private func between(_ a: Position, _ b: Position, _ share: Double) -> Position {
    let point = a + share * (b - a)
    // Over some hundred metres the chord, pushed out to the sphere, is as good as the arc.
    return geometry == .globe ? (earthRadius / point.squaredLength.squareRoot()) * point : point
  }

  /// How far a car comes within a millisecond at most: along the road, and along the course.
  var stride: Metres {
    links.map { link in
      let length = zip(link.course, link.course.dropFirst()).reduce(0) { $0 + geometry.distance($1.0, $1.1) }
      return max(length, link.end.metres - link.start.metres) / Double(link.duration.rawValue)
    }.max() ?? 0
  }
}

extension CourseByHand.Link {
  var duration: Milliseconds { end.duration - start.duration }
}
