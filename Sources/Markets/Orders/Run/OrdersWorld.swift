import Lifecycle
import Metrics
public import Models
import Quantities
public import Scenario
public import Tables

/// A scenario of orders made ready to run.
public struct OrdersWorld: MarketWorld {
  package let input: OrdersInput

  package init(input: OrdersInput) { self.input = input }

  public var scenario: Scenario { input.scenario }
  public var folder: String { input.folder }
  public var inputs: [InputFile] { input.inputs }
  public var notices: [String] { input.notices }

  public var counts: [(name: String, count: Int)] {
    [
      ("accounts", input.world.accounts.count), ("orders", input.world.orders.count),
      ("codes", input.world.codes.count), ("stations", input.world.stations.count),
    ]
  }

  public func run(_ observation: RunObservation) throws -> OrdersRun {
    let recordsEvents = observation.records && scenario.results.record.contains("events")
    let records = try input.world.records(
      Rules(ofOrders: scenario), recordsEvents: recordsEvents, progress: observation.progress)
    try RunError.check(end: records.end, interval: scenario.results.interval)
    return OrdersRun(identity: identity, input: input, records: records)
  }

  public func explanation(ofRequest id: String, showing shown: Int) throws -> RequestAccount? {
    guard let number = input.world.orderNames.id(called: id),
      let place = input.world.orders.firstIndex(where: { $0.id == number })
    else { return nil }
    let story = try OrderStory(of: place, in: run(RunObservation(records: false)))
    return RequestAccount(story.text, members: story.members)
  }
}
