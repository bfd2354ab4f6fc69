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
    var lifecycle = Lifecycle(
      ServicesMarket(setup, spaces: spaces), rules: Rules(services: scenario), recordsEvents: recordsEvents)
    lifecycle.progress = observation.progress
    try lifecycle.run()
    let run = ServicesRun(self, lifecycle)
    try RunError.check(end: run.end, interval: run.interval)
    return run
  }

  public func explanation(ofRequest id: String, showing shown: Int) throws -> RequestAccount? {
    let wanted = jobNames.id(called: id)
    guard let job = setup.jobs.firstIndex(where: { $0.id == wanted }) else { return nil }
    let run = try run(RunObservation(records: false))
    let explanation = JobExplanation(of: job, in: run, trades: setup.trades)
    return RequestAccount(explanation.text, members: explanation.members)
  }
}
