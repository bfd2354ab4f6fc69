import Matching
import Simulation
import Synthesis

/// A policy of one's own: the candidate who goes least out of the way, the lower driver id among equals.
///
/// It chooses among the candidates of the two circles; `attempt.fleet` is there for one that looks further.
struct LeastDetour: Policy {
  let name = "least_detour"

  func choose(for attempt: inout Attempt) -> Candidate? {
    attempt.candidates().min { ($0.insertion.detour, $0.driver) < ($1.insertion.detour, $1.driver) }
  }
}

/// Runs a scenario by the rule of the report and by `LeastDetour`, and prints what each achieves.
///
///     swift run CustomPolicy ../../Scenarios/quickstart.json5
@main
struct CustomPolicy {
  static func main() throws {
    let world = try World(
      contentsOf: CommandLine.arguments.dropFirst().first ?? "../../Scenarios/quickstart.json5")
    print("policy        match rate  mean detour")
    for policy in [TwoCircles(), LeastDetour()] as [any Policy] {
      let (matchRate, detour) = try figures(of: policy, in: world)
      print(
        row(policy.name, "\(tenths(100 * matchRate)) %", "\(tenths(detour)) s"))
    }
  }

  /// The share of the submitted requests that were matched, and what a match adds to the driver's way, seconds.
  static func figures(of policy: any Policy, in world: World) throws -> (matchRate: Double, detour: Double) {
    let population = world.population
    var simulator = Simulator(
      SimulationSetup(
        world.scenario, drivers: population.drivers, requests: population.requests, spaces: world.spaces,
        policy: policy))
    try simulator.run()
    let records = simulator.takeRecords()
    let submitted = zip(population.requests, records.requests)
      .filter { request, _ in request.refusal == nil && !request.isProbe }
      .map { _, record in record }
    let detours = submitted.compactMap { $0.match?.detour.seconds }
    return (
      Double(submitted.count { $0.firstMatch != nil }) / Double(max(1, submitted.count)),
      detours.reduce(0, +) / Double(max(1, detours.count))
    )
  }

  /// The figures in columns.
  static func row(_ name: String, _ rate: String, _ detour: String) -> String {
    func right(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    return name + right(rate, 24 - name.count) + right(detour, 13)
  }

  static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }
}
