import Carpool
import CarpoolScenario
import EventKernel
import Quantities
import Scenario
import Simulation
import Travellers

extension Suite {
  /// The beginning of the day on a country's plane: with the density of the whole, and shorter in proportion to its
  /// number of drivers.
  static let planeDay = Benchmark(
    "run/plane-day", .macro,
    "a day of 100,000 drivers on a plane, ten requests for each: the event loop with all records",
    unit: "drivers", sizes: daySizes
  ) { drivers, _ in
    let setup = try CarpoolWorld(day(of: drivers), folder: "").setup
    return Work(10 * drivers, "request") {
      let records = try setup.records()
      var checksum = Checksum()
      for attempt in records.attempts {
        checksum.add(attempt.driver.rawValue)
        checksum.add(attempt.answered.rawValue)
      }
      checksum.add(records.end.rawValue)
      var outcome = Outcome(
        checksum,
        [
          "events": Int(records.events), "attempts": records.attempts.count,
          "served": records.requests.count { $0.outcome == .served },
          "index_probes": Int(records.indexProbes),
        ])
      outcome.calls = {
        CallTimes(wall: records.attempts.map(\.decisionNanoseconds), heldUp: records.heldUp)
      }
      return outcome
    }
  }

  /// The reference: as many events in the same time span, without effects, on the kernel alone.
  static let planeDayKernel = Benchmark(
    "run/plane-day-kernel", .macro, "as many events as run/plane-day has, on the kernel alone",
    unit: "drivers", sizes: daySizes
  ) { drivers, _ in
    let setup = try CarpoolWorld(day(of: drivers), folder: "").setup
    let submissions = setup.requests.map(\.submit).sorted()
    let events = Int(try setup.records().events)
    let (each, more) = (events / submissions.count, events % submissions.count)
    return Work(submissions.count, "request") {
      var kernel = Kernel<DayEvent>()
      kernel.schedule(DayEvent(request: 0, number: 1), at: submissions[0])
      while let (time, event) = kernel.next() {
        let request = Int(event.request)
        if event.number == 1, request + 1 < submissions.count {
          let next = DayEvent(request: event.request + 1, number: 1)
          kernel.schedule(next, at: submissions[request + 1], priority: 5)
        }
        if event.number < each + (request < more ? 1 : 0) {
          let next = DayEvent(request: event.request, number: event.number + 1)
          kernel.schedule(next, at: time + Milliseconds(30_000))
        }
      }
      var checksum = Checksum()
      checksum.add(kernel.now.rawValue)
      return Outcome(checksum, ["events": try kernel.audit().executed])
    }
  }

  /// The same with the figures and all tables, except for writing files.
  static let planeDayTables = Benchmark(
    "run/plane-day-tables", .macro, "the day of run/plane-day with all its tables and figures",
    unit: "drivers",
    sizes: [10_000, 100_000]
  ) { drivers, _ in
    run(try day(of: drivers), folder: "")
  }

  private static let daySizes = [1_000, 3_000, 10_000, 30_000, 100_000]

  private static func day(of drivers: Int) throws -> Scenario {
    let text = """
      {
        name: "plane-day", time: { duration_s: \(86_400 * Double(drivers) / 100_000) },
        space: { kind: "plane", width_m: 30000, height_m: 30000 }, input: { longest_trip_m: null },
        supply: { kind: "synthetic", count: \(drivers), od: { kind: "uniform" } },
        demand: { kind: "synthetic", count: \(10 * drivers), od: { kind: "uniform" } },
        matching: { relaunch: { probability: 0 } },
        behaviour: { patience_s: null, driver_cancel_probability: 0 },
      }
      """
    return try Scenario.load(text: text, file: "plane-day")
  }
}

/// An event of a request: the request, and the event's number.
private struct DayEvent: BitwiseCopyable {
  var request: Int32
  var number: Int32
}
