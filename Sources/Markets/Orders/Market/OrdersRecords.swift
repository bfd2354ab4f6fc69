public import Community
public import EventKernel
public import Lifecycle
public import Quantities

/// The records of a run.
public struct OrdersRecords: Sendable {
  /// One for each order of the input.
  public var orders: [OrderRecord]
  /// The attempts in the order of the calls.
  public var attempts: [PaymentAttempt]
  /// The events, in order; empty unless requested.
  public var log: [OrderEvent]
  /// One for each account of the input.
  public var accounts: [AccountState]
  /// The given credits of each account; empty if nobody counts them apart.
  public var freeCredits: [FreeCredits.Tally] = []
  public var ledger: Ledger<BookEntry>
  /// One for each campaign of the input.
  public var campaigns: [CampaignState] = []
  /// The deliveries in the order of the hand-overs; empty if deliveries are not simulated.
  public var deliveries: [Delivery] = []
  public var photos = PhotoRecords()
  /// The counts of messages to customers, and the recorded messages; nil without a channel.
  public var messageCounts: MessageCounts?
  public var messages: [RequestMessage<OrderIndex>] = []
  /// The times at which the customers of the accounts left; nil if departures are not counted.
  public var left: [Milliseconds?]?
  /// The outages of the service; nil for a run without.
  public var outages: OutageRecords?
  /// One for each station of the input.
  public var stations: [StationTally]
  /// The time at which the run ended: the last event, or the horizon.
  public var end: Milliseconds
  /// The number of scheduled events by outcome.
  public var eventCounts: EventCounts
}

extension OrdersSetup {
  /// Runs the market until no event is left, or until the horizon of `rules`.
  ///
  /// - Parameters:
  ///   - queuesEvery: the interval at which the queues before the stations are recorded; nil for never.
  ///   - progress: called from time to time with the share of orders submitted and the number of events so far.
  /// - Throws: `LostEvents` if an event was lost, which is an error in the program and not in the input.
  public func records(
    _ rules: Rules, recordsEvents: Bool = false, queuesEvery interval: Milliseconds? = nil,
    progress: ((Double, Int64) -> Void)? = nil
  ) throws -> OrdersRecords {
    var market = OrdersMarket(self, random: rules.random)
    if let interval { market.core.line.noteQueues(every: interval.rawValue) }
    var lifecycle = Lifecycle(market, rules: rules, recordsEvents: recordsEvents)
    lifecycle.progress = progress
    try lifecycle.run()
    var records = OrdersRecords(
      orders: lifecycle.desk.records.requests, attempts: lifecycle.desk.records.attempts,
      log: lifecycle.desk.records.log, accounts: lifecycle.market.core.till.accounts,
      ledger: lifecycle.market.core.till.ledger,
      campaigns: lifecycle.market.core.till.sponsors?.states ?? [],
      stations: lifecycle.market.core.line.stations.map(\.tally),
      end: lifecycle.desk.records.end, eventCounts: lifecycle.desk.records.eventCounts)
    records.freeCredits = lifecycle.market.core.till.free?.accounts ?? []
    records.outages = lifecycle.desk.records.outages
    lifecycle.market.core.customers.leave(in: &records)
    lifecycle.market.features.leave(in: &records)
    return records
  }
}
