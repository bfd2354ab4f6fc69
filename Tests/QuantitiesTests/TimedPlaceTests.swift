import Quantities
import TestSupport
import Testing

@Suite struct TimedPlaceTests {
  @Test(arguments: [1, 100, 1 << 20, .max])
  func placesComeInTheOrderOfTimeAndEqualsInTheirOwn(span: Int64) {
    forAll(seeds: 0..<20) { seed in
      var draws = SplitMix64(seed: seed)
      let times = (0..<Int.random(in: 0..<3_000, using: &draws)).map { _ in
        Milliseconds(Int64.random(in: -(span / 2)...span / 2, using: &draws))
      }
      var places = times.enumerated().map { TimedPlace($0, at: $1) }
      places.sortByTime()
      let expected = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
      let isRight =
        places.map { Int($0.place) } == expected && places.map(\.time) == expected.map { times[$0] }
      return isRight ? nil : "out of order"
    }
  }

  @Test func theEndsOfTimeAreFarApart() {
    let times = [Milliseconds.never, Milliseconds(.min), .zero, .never, Milliseconds(-1)]
    var places = times.enumerated().map { TimedPlace($0, at: $1) }
    places.sortByTime()
    #expect(places.map(\.place) == [1, 4, 2, 0, 3])
  }
}
