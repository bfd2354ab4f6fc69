import Lifecycle
import Metrics
public import Models
public import Quantities
public import Scenario
public import Tables

/// A shifts scenario that is ready to run: its programme, its volunteers, and the files they were read from.
public struct ShiftsWorld: MarketWorld, Sendable {
  public let scenario: Scenario
  public let folder: String
  public let festival: Festival
  /// The names of volunteers in files.
  public let names: Names
  public let inputs: [InputFile]
  public let notices: [String]

  /// Prepares `scenario`; paths of files are relative to `folder`.
  ///
  /// - Throws: `ShiftsError` with all faults found.
  public init(_ scenario: Scenario, folder: String) throws(ShiftsError) {
    var maker = FestivalMaker(scenario, folder: folder)
    festival = try maker.festival()
    self.scenario = scenario
    self.folder = folder
    names = maker.volunteerNames
    inputs = maker.inputs
    notices = maker.notices
  }

  public var counts: [(name: String, count: Int)] {
    [
      ("volunteers", festival.volunteers.count), ("sign-ups", festival.requests.count),
      ("slots", festival.programme.slots.count), ("posts", festival.programme.posts.count),
      ("places", festival.programme.places),
    ]
  }

  /// The simulation of the scenario.
  public var simulation: ShiftsSimulation {
    ShiftsSimulation(festival, rules: Rules(shiftsOf: scenario), shiftRules: ShiftRules(scenario))
  }

  public func run(_ observation: RunObservation) throws -> ShiftsRun {
    var simulation = simulation
    simulation.recordsEvents = observation.records && scenario.results.record.contains("events")
    simulation.shiftRules.recordsMessages =
      observation.records && scenario.results.record.contains("messages")
    return ShiftsRun(
      try simulation.records(progress: observation.progress), of: festival, in: scenario, identity: identity,
      names: names, attemptsPerCycle: simulation.rules.attempts)
  }

  public func explanation(ofRequest id: String, showing shown: Int) throws -> RequestAccount? {
    try explanations(ofRequests: [id], showing: shown)[0]
  }

  public func explanations(ofRequests ids: [String], showing shown: Int) throws -> [RequestAccount?] {
    let requests = ids.map { id -> SignUpIndex? in
      guard let number = Int64(id), number >= 1, number <= Int64(festival.requests.count) else { return nil }
      return SignUpIndex(Int(number) - 1)
    }
    guard requests.contains(where: { $0 != nil }) else { return ids.map { _ in nil } }
    let run = try run(RunObservation(records: false))
    return requests.map { request in
      request.map { RequestAccount(run.explanation(of: $0), members: run.members(of: $0)) }
    }
  }
}
