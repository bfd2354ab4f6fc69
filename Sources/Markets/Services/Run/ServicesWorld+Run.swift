import Lifecycle
import Metrics
public import Models
import Quantities
import Scenario

extension ServicesWorld: MarketWorld {
  public var counts: [(name: String, count: Int)] {
    [("providers", setup.providers.count), ("jobs", setup.jobs.count)]
  }

  public func run(_ observation: RunObservation) throws -> ServicesRun {
    let recordsEvents = observation.records && scenario.results.record.contains("events")
    var setup = setup
    setup.recordsMessages = observation.records && scenario.results.record.contains("messages")
    var lifecycle = Lifecycle(
      ServicesMarket(setup, spaces: spaces), rules: Rules(services: scenario), recordsEvents: recordsEvents)
    lifecycle.progress = observation.progress
    try lifecycle.run()
    let run = ServicesRun(self, &lifecycle)
    try RunError.check(end: run.end, interval: run.interval)
    return run
  }

  public func explanation(ofRequest id: String, showing shown: Int) throws -> RequestAccount? {
    try explanations(ofRequests: [id], showing: shown)[0]
  }

  public func explanations(ofRequests ids: [String], showing shown: Int) throws -> [RequestAccount?] {
    let numbers = ids.map { jobNames.id(called: $0) }
    let wanted = Set(numbers)
    var places: [Int64: Int] = [:]
    for place in setup.jobs.indices where wanted.contains(setup.jobs[place].id) {
      places[setup.jobs[place].id] = places[setup.jobs[place].id] ?? place
    }
    guard !places.isEmpty else { return ids.map { _ in nil } }
    let run = try run(RunObservation(records: false))
    return numbers.map { number in
      guard let place = number.flatMap({ places[$0] }) else { return nil }
      let explanation = JobExplanation(of: place, in: run, trades: setup.trades)
      return RequestAccount(explanation.text, members: explanation.members)
    }
  }
}
