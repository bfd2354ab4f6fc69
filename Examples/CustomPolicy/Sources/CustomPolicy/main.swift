// A policy of one's own beside the rule of two circles, on the same drivers and requests:
//
//     swift run -c release --package-path Examples/CustomPolicy CustomPolicy Scenarios/quickstart.json5

import Matching
import Simulation
import Synthesis

/// Takes the candidate who loses the least time; the lower driver id where that is equal.
struct LeastDetour: Policy {
  let name = "least_detour"

  func choose(for attempt: inout Attempt) -> Candidate? {
    attempt.candidates().min {
      ($0.insertion.detour, $0.driver) < ($1.insertion.detour, $1.driver)
    }
  }
}

let path = CommandLine.arguments.dropFirst().first ?? "Scenarios/quickstart.json5"
let contestants: [any Policy] = [TwoCircles(), LeastDetour()]

for policy in contestants {
  // A space belongs to one run at a time; the same scenario gives the same world again.
  let world = try World(contentsOf: path)
  let setup = SimulationSetup(
    world.scenario, drivers: world.population.drivers, requests: world.population.requests,
    space: world.space, policy: policy)
  var simulator = Simulator(setup)
  try simulator.run()
  let records = simulator.takeRecords()
  let matched = records.requests.count { $0.firstMatch != nil }
  let detours = records.requests.compactMap { $0.match?.detour.seconds }
  let mean = detours.reduce(0, +) / Double(max(1, detours.count))
  print("\(policy.name): \(matched) of \(records.requests.count) matched, \(Int(mean)) s of detour each")
}
