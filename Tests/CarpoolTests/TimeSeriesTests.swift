import Metrics
import Quantities
import Simulation
import TestSupport
import Testing
import Travellers

@testable import Carpool

struct TimeSeriesTests {
  @Test
  func `intervals follow one another and the last holds the end`() {
    forAll(seeds: 0..<200) { seed in
      let run = Story.random(seed: seed)
      let intervals = TimeSeries(of: run).intervals
      guard intervals.first?.from == .zero, let last = intervals.last else { return "no interval at 0" }
      guard last.from <= run.records.end, run.records.end < last.to else { return "the end is outside" }
      let isUnbroken = zip(intervals, intervals.dropFirst()).allSatisfy { $0.to == $1.from }
      return isUnbroken ? nil : "a gap"
    }
  }

  @Test
  func `flows add up to the totals, and nobody waits who has ended`() {
    forAll(seeds: 0..<200) { seed in
      let run = Story.random(seed: seed)
      let intervals = TimeSeries(of: run).intervals
      let figures = Figures(of: run)
      let submitted = intervals.reduce(0) { $0 + $1.requestsSubmitted }
      guard Double(submitted) == figures[.requests] else { return "\(submitted) submitted" }
      guard intervals.last?.requestsWaiting == figures.count(.inProgress) else { return "waiting at the end" }
      return intervals.allSatisfy { $0.requestsWaiting >= 0 } ? nil : "fewer than none wait"
    }
  }

  @Test
  func `an event at a border belongs to the later interval`() {
    var run = Story.run
    run.interval = Story.seconds(50)
    let intervals = TimeSeries(of: run).intervals
    #expect(intervals.count == 26)
    #expect(intervals[0].requestsSubmitted == 0)
    #expect(intervals[1].requestsSubmitted == 1)
    #expect(intervals[5].pickups == 0)
    #expect(intervals[6].pickups == 1)
    #expect(intervals[25].to == Story.seconds(1300))
  }

  @Test
  func `a driver announced before the start is there from the start`() {
    var run = Story.run
    run.drivers[0].announce = Story.seconds(-600)
    #expect(TimeSeries(of: run).intervals[0].driversActive == 2)
  }

  @Test
  func `what lies beyond the horizon has not happened`() {
    var run = Story.run
    run.records.end = Story.seconds(240)
    let intervals = TimeSeries(of: run).intervals
    #expect(intervals.count == 1)
    #expect(intervals[0].requestsSubmitted == 2)
    #expect(intervals[0].matches == 1)
    #expect(intervals[0].requestsWaiting == 2)
  }

  @Test
  func `an empty run has one empty interval`() {
    let intervals = TimeSeries(of: Story.empty).intervals
    #expect(intervals.count == 1)
    #expect(intervals[0].driversActive == 0)
    #expect(intervals[0].matchRate == nil)
    #expect(intervals[0].meanDetour == nil)
  }
}
