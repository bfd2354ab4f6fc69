import Lifecycle
import Metrics
public import Models
import Quantities
public import Scenario
public import Tables

/// An orders scenario that is ready to run.
public struct OrdersWorld: MarketWorld {
  package let input: OrdersInput

  package init(input: OrdersInput) { self.input = input }

  public var scenario: Scenario { input.scenario }
  public var folder: String { input.folder }
  public var inputs: [InputFile] { input.inputs }
  public var notices: [String] { input.notices }

  public var counts: [(name: String, count: Int)] {
    [
      ("accounts", input.setup.accounts.count), ("orders", input.setup.orders.count),
      ("codes", input.setup.fields.codes.count), ("stations", input.setup.fields.stations.count),
    ]
  }

  public func run(_ observation: RunObservation) throws -> OrdersRun {
    let recordsEvents = observation.records && scenario.results.record.contains("events")
    let recordsQueues = observation.records && scenario.results.record.contains("queues")
    var setup = input.setup
    setup.recordsMessages = observation.records && scenario.results.record.contains("messages")
    let records = try setup.records(
      Rules(ofOrders: scenario), recordsEvents: recordsEvents,
      queuesEvery: recordsQueues ? scenario.results.interval : nil, progress: observation.progress)
    try RunError.check(end: records.end, interval: scenario.results.interval)
    return OrdersRun(identity: identity, input: input, records: records)
  }

  public func explanation(ofRequest id: String, showing shown: Int) throws -> RequestAccount? {
    try explanations(ofRequests: [id], showing: shown)[0]
  }

  public func explanations(ofRequests ids: [String], showing shown: Int) throws -> [RequestAccount?] {
    let places = input.setup.placesOfOrders(called: ids)
    guard places.contains(where: { $0 != nil }) else { return ids.map { _ in nil } }
    let run = try run(RunObservation(records: false))
    return places.map { place in
      guard let place else { return nil }
      let story = OrderStory(of: place, in: run)
      return RequestAccount(story.text, members: story.members)
    }
  }
}

extension OrdersSetup {
  /// Returns the index of the order with each of `ids`, as used in files; nil for an unknown id.
  fileprivate func placesOfOrders(called ids: [String]) -> [Int?] {
    let numbers = ids.map { orderNames.id(called: $0) }
    let wanted = Set(numbers)
    var places: [Int64: Int] = [:]
    for place in orders.indices where wanted.contains(orders[place].id) && places[orders[place].id] == nil {
      places[orders[place].id] = place
    }
    return numbers.map { number in number.flatMap { places[$0] } }
  }
}
