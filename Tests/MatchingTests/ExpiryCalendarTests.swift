import Quantities
import TestSupport
import Testing
import Travellers

@testable import Matching

/// The calendar against a list of all expiries that is searched from end to end.
@Suite struct ExpiryCalendarTests {
  /// Steps of all sizes: within a tick, over ticks, and over more than the wheel has.
  private static let spans: [ClosedRange<Int>] = [0...40, 1...3000, 50_000...900_000, 0...2_000_000]

  @Test func everybodyExpiresOnceAndInTime() {
    forAll(seeds: 0..<60) { seed in
      var random = SplitMix64(seed: seed)
      let drivers = random.whole(1...40)
      var calendar = ExpiryCalendar(drivers: drivers)
      var listed = [Milliseconds?](repeating: nil, count: drivers)
      var now = Milliseconds(Int64(random.whole(0...5_000_000)))
      for _ in 0..<300 {
        var expired: [DriverIndex] = []
        calendar.expire(upTo: now, into: &expired)
        let due = listed.indices.filter { listed[$0].map { $0 <= now } ?? false }
        guard expired.map({ Int($0) }).sorted() == due else { return "\(expired) at \(now), not \(due)" }
        for driver in due { listed[driver] = nil }
        for driver in 0..<drivers where random.chance(0.3) {
          if listed[driver] != nil {
            calendar.remove(DriverIndex(driver))
            listed[driver] = nil
          }
          if random.chance(0.8) {
            let expiry = now + Milliseconds(Int64(1 + random.whole(random.pick(Self.spans))))
            calendar.add(DriverIndex(driver), expiry: expiry)
            listed[driver] = expiry
          }
        }
        now = now + Milliseconds(Int64(random.whole(random.pick(Self.spans))))
      }
      return nil
    }
  }

  @Test func whoIsNotThereCanBeTakenOut() {
    var calendar = ExpiryCalendar(drivers: 2)
    calendar.remove(0)
    calendar.add(0, expiry: Milliseconds(10))
    calendar.remove(0)
    calendar.remove(0)
    calendar.add(1, expiry: Milliseconds(11))
    calendar.add(0, expiry: Milliseconds(12))
    var expired: [DriverIndex] = []
    calendar.expire(upTo: Milliseconds(11), into: &expired)
    #expect(expired == [1])
    calendar.expire(upTo: Milliseconds(12), into: &expired)
    #expect(expired == [1, 0])
  }
}
