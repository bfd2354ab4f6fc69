import EventKernel
import Lifecycle
import Markets
import Quantities
import Scenario
import Services

extension Suite {
  static let services = shipped("services", small: true)

  /// A week of twenty categories on a plane that grows with the jobs, so that searches find as many providers at
  /// any size: from the world in memory to the last event.
  static let servicesWeek = Benchmark(
    "services/week", .macro, "a week of jobs for a tenth as many providers, at a constant density",
    unit: "jobs",
    sizes: [1_000, 10_000, 100_000], small: 10_000
  ) { jobs, _ in
    let side = 40_000 * (Double(jobs) / 100_000).squareRoot()
    let categories = (0..<20).map { "{ name: \"\($0)\" }" }.joined(separator: ", ")
    let text = """
      {
        market: "services", name: "week", time: { duration_s: 604800 },
        space: { kind: "plane", width_m: \(side), height_m: \(side), speed_kmh: 29, circuity: 1.3 },
        categories: [\(categories)],
        supply: { kind: "synthetic", count: \(jobs / 10), area: { kind: "radius", min_m: 3000, max_m: 8000 },
                  hours: [{ hours: "daily 08:00-17:00" }, { hours: "daily 12:00-21:00" }] },
        demand: { kind: "synthetic", count: \(jobs), budget: {}, rating_share: 0.5 },
      }
      """
    let scenario = try Scenario.load(text: text, file: "week", markets: Markets.scenarios)
    let world = try ServicesWorld(scenario, folder: "")
    let rules = Rules(services: scenario)
    return Work(jobs, "job") {
      var lifecycle = Lifecycle(ServicesMarket(world.setup, spaces: world.spaces), rules: rules)
      try lifecycle.run()
      let records = lifecycle.desk.records
      var checksum = Checksum()
      for appointment in lifecycle.market.appointments {
        checksum.add((appointment.finished ?? .zero).rawValue)
      }
      return Outcome(
        checksum,
        [
          "events": records.eventCounts.executed, "attempts": records.attempts.count,
          "appointments": lifecycle.market.appointments.count,
        ])
    }
  }
}
