import Quantities
import RoadNetwork
import TestSupport
import Testing

@Suite struct LinkCoursesTests {
  private struct Bend: Equatable {
    var x: Metres
    var y: Metres
    var share: Double
  }

  private func bends(_ courses: LinkCourses, _ link: LinkIndex) -> [Bend] {
    var bends: [Bend] = []
    courses.forEachBend(of: link) { bends.append(Bend(x: $0.x, y: $0.y, share: $1)) }
    return bends
  }

  /// Two nodes, 1 km apart, joined by links that follow `course` forward and backward.
  private func courses(_ course: [Coordinates]) -> LinkCourses {
    var builder = NetworkBuilder(geometry: .plane)
    builder.addNode(id: 1, at: Coordinates(x: 0, y: 0))
    builder.addNode(id: 2, at: Coordinates(x: 1000, y: 0))
    let number = builder.addCourse(course)
    builder.addLink(id: 1, from: 0, to: 1, metres: 100, milliseconds: 9000, course: number)
    builder.addLink(id: 1, from: 1, to: 0, metres: 100, milliseconds: 9000, course: -number)
    return LinkCourses(builder.build())
  }

  @Test func sharesAreThoseOfTheCoursesLength() {
    let courses = courses([Coordinates(x: 0, y: 600), Coordinates(x: 1000, y: 600)])
    #expect(bends(courses, 0).map(\.x) == [0, 1000] && bends(courses, 0).map(\.y) == [600, 600])
    #expect(bends(courses, 0).map(\.share) == [600.0 / 2200, 1600.0 / 2200])
    #expect(bends(courses, 1).map(\.x) == [1000, 0])
    #expect(bends(courses, 1).map(\.share) == [600.0 / 2200, 1600.0 / 2200])
  }

  @Test func aBendUponTheTailIsNone() {
    let ends = courses([Coordinates(x: 0, y: 0), Coordinates(x: 1000, y: 0)])
    #expect(bends(ends, 0) == [Bend(x: 1000, y: 0, share: 1)])
    #expect(bends(ends, 1) == [Bend(x: 0, y: 0, share: 1)])
    #expect(bends(courses([]), 0).isEmpty)
  }

  /// On any network: the bends of `course(of:)` in their order, and shares that ascend.
  @Test func bendsAreThoseOfTheCourse() {
    forAll(seeds: 0..<20) { seed in
      var random = SplitMix64(seed: seed)
      let plan = CityPlan(columns: 6, rows: 6, oneWayShare: 0.3, seed: seed)
      let network = plan.network().network.winding(&random)
      let courses = LinkCourses(network)
      for link in network.links {
        let found = bends(courses, link)
        let course = network.course(of: link).dropLast()
        let expected = course.drop { $0 == course[0] }
        guard found.map({ Coordinates(x: $0.x, y: $0.y) }) == Array(expected) else {
          return "link \(link) has other bends"
        }
        let shares = [0] + found.map(\.share)
        let ascend = zip(shares, shares.dropFirst()).allSatisfy { $0 <= $1 }
        if !ascend || shares.dropFirst().contains(where: { $0 <= 0 || $0 > 1 }) {
          return "the shares of link \(link) are \(shares)"
        }
      }
      return network.shapes.count > 20 ? nil : "hardly a link is bent"
    }
  }
}
