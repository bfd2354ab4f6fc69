import Quantities
import RoadNetwork
import Spaces
import Testing

@Suite struct DailySpacesTests {
  private static let hour = Milliseconds(3_600_000)

  /// Streets and arterials at twice and thrice their time from 07:00 to 08:00.
  private static func profile() -> TravelTimeProfile {
    var hours = Array(repeating: Array(repeating: 1.0, count: 256), count: 24)
    hours[7][1] = 2
    hours[7][2] = 3
    return TravelTimeProfile(factorsOfHour: hours)
  }

  private func day(from timeOfDay: Milliseconds, _ method: RoutingMethod = .dijkstra) -> DailySpaces {
    let routing = DailyRouting(SpaceTests.city, profile: Self.profile(), method: method)
    return DailySpaces(routing, snap: 300, timeOfDay: timeOfDay)
  }

  @Test func theClockSaysWhichSpace() {
    let day = day(from: 6 * Self.hour)
    #expect(day.space(at: .zero) === day.base)
    #expect(day.space(at: Self.hour - Milliseconds(1)) === day.base)
    let peak = day.space(at: Self.hour)
    #expect(peak !== day.base)
    #expect(day.space(at: 2 * Self.hour - Milliseconds(1)) === peak)
    #expect(day.space(at: 2 * Self.hour) === day.base)
    #expect(day.space(at: 25 * Self.hour) === peak)
    #expect(day.space(at: Milliseconds(0) - 22 * Self.hour) === day.base)
    #expect(day.space(at: Milliseconds(0) - 23 * Self.hour) === peak)
  }

  @Test func theBaseIsTheSpaceOfSecondZero() {
    let day = day(from: 7 * Self.hour)
    #expect(day.space(at: .zero) === day.base)
    #expect(day.space(at: Self.hour) !== day.base)
  }

  @Test func placesAndGeometryAreTheSameAtAllTimes() throws {
    let day = day(from: 6 * Self.hour)
    let peak = day.space(at: Self.hour)
    for x in stride(from: -400.0, to: 2000, by: 130) {
      let at = Coordinates(x: x, y: 700)
      #expect(day.base.place(at: at) == peak.place(at: at))
    }
    #expect(peak.geometry == day.geometry && day.geometry == .plane)
  }

  @Test func aTripTakesTheTimesOfItsSlice() throws {
    for method in RoutingMethod.allCases {
      let day = day(from: 6 * Self.hour, method)
      let (free, peak) = (day.base, day.space(at: Self.hour))
      let a = try #require(free.place(at: Coordinates(x: 0, y: 0)))
      let b = try #require(free.place(at: Coordinates(x: 1600, y: 1400)))
      let alone = try #require(free.travel(from: a, to: b))
      let slow = try #require(peak.travel(from: a, to: b))
      // Every link takes at least twice its time, and none more than thrice.
      #expect(slow.duration >= 2 * alone.duration && slow.duration <= 3 * alone.duration)
      #expect(peak.duration(from: a, to: b, hub: .origin) == slow.duration)
      #expect(peak.duration(from: a, to: b, hub: .destination) == slow.duration)
      var path: [PathPoint] = []
      peak.appendPath(from: a, to: b, into: &path)
      #expect(path.last?.travel.duration == slow.duration)
    }
  }

  @Test func oneSpaceServesAllTimesWhereNothingChanges() {
    let space = OpenSpace(geometry: .plane, speed: 10)
    let open = DailySpaces(space)
    #expect(open.space(at: .zero) === space && open.space(at: .never) === space)
    let routing = DailyRouting(SpaceTests.city, profile: .constant, method: .dijkstra)
    let roads = DailySpaces(routing)
    #expect(roads.space(at: 7 * Self.hour) === roads.base)
  }
}
