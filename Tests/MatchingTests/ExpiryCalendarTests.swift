import Quantities
import TestSupport
import Testing
import Travellers

@testable import Matching

/// The calendar against a list of all notes that is searched from end to end.
@Suite struct ExpiryCalendarTests {
  /// Steps of all sizes: within a tick, over ticks, and over more than the wheel has.
  private static let spans: [ClosedRange<Int>] = [0...40, 1...3000, 50_000...900_000, 0...2_000_000]

  @Test func everyNoteIsReadOnceAndInTime() {
    forAll(seeds: 0..<60) { seed in
      var random = SplitMix64(seed: seed)
      var calendar = ExpiryCalendar()
      var listed: [(expiry: Milliseconds, driver: Int)] = []
      var now = Milliseconds(Int64(random.whole(0...5_000_000)))
      for _ in 0..<300 {
        var read: [(expiry: Milliseconds, driver: Int)] = []
        _ = calendar.expire(upTo: now) { read.append(($0.expiry, Int($0.driver))) }
        let due = listed.filter { $0.expiry <= now }
        guard read.sorted(by: <).elementsEqual(due.sorted(by: <), by: ==) else {
          return "\(read) at \(now), not \(due)"
        }
        listed.removeAll { $0.expiry <= now }
        for _ in 0..<random.whole(0...9) {
          let expiry = now + Milliseconds(Int64(1 + random.whole(random.pick(Self.spans))))
          let driver = random.whole(0...30)
          calendar.add(DriverIndex(driver), expiry: expiry)
          listed.append((expiry, driver))
        }
        now = now + Milliseconds(Int64(random.whole(random.pick(Self.spans))))
      }
      return nil
    }
  }

  @Test func whoExpiresInTheTickUnderWayIsReadInItsMillisecond() {
    var calendar = ExpiryCalendar()
    var read: [DriverIndex] = []
    _ = calendar.expire(upTo: Milliseconds(1_000)) { read.append($0.driver) }
    calendar.add(0, expiry: Milliseconds(1_012))
    calendar.add(1, expiry: Milliseconds(1_010))
    calendar.add(2, expiry: Milliseconds(1_010))
    _ = calendar.expire(upTo: Milliseconds(1_009)) { read.append($0.driver) }
    #expect(read.isEmpty)
    _ = calendar.expire(upTo: Milliseconds(1_011)) { read.append($0.driver) }
    #expect(read.sorted() == [1, 2])
    _ = calendar.expire(upTo: Milliseconds(1_012)) { read.append($0.driver) }
    #expect(read.sorted() == [0, 1, 2])
  }
}
