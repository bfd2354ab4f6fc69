public import Community
public import EventKernel
public import Lifecycle
public import Quantities
import Statistics

/// An optional part of the market. The market calls each hook when the corresponding event occurs; by default, a hook
/// does nothing.
protocol OrdersFeature: ~Copyable {
  /// Prepares the feature for a run of `setup`; returns nil if the scenario does not use it, which is checked only
  /// here.
  init?(_ setup: OrdersSetup, random: RandomSource)

  /// Called when the payment of `order` is confirmed. Returns whether the feature holds back the order's cards, to send
  /// them into the line later.
  mutating func keepsBack(
    _ order: OrderIndex, at time: Milliseconds, _ core: inout OrdersCore, _ desk: inout OrdersMarket.Desk
  ) -> Bool

  /// Called when the customer cancels `order`, whose cards have not entered the line.
  mutating func cancelled(_ order: OrderIndex, at time: Milliseconds)

  /// Called when the last card of `order` leaves at `time`.
  ///
  /// - Parameter arrival: the time at which the recipients have all cards; a feature may postpone it for the
  ///   following ones.
  mutating func finished(
    _ order: OrderIndex, at time: Milliseconds, arrival: inout Milliseconds, _ core: inout OrdersCore,
    _ desk: inout OrdersMarket.Desk)

  /// Called when the last reprinted card of `order` leaves.
  mutating func reprinted(_ order: OrderIndex, at time: Milliseconds)

  /// Called when a step scheduled by a feature is due; each feature ignores the steps of others.
  mutating func take(
    _ step: OrdersMarket.Step, at time: Milliseconds, _ core: inout OrdersCore,
    _ desk: inout OrdersMarket.Desk)

  /// Called when the run ends.
  mutating func close(at end: Milliseconds)

  /// Adds the feature's records to `records`.
  func leave(in records: inout OrdersRecords)
}

extension OrdersFeature where Self: ~Copyable {
  mutating func keepsBack(
    _ order: OrderIndex, at time: Milliseconds, _ core: inout OrdersCore, _ desk: inout OrdersMarket.Desk
  ) -> Bool { false }

  mutating func cancelled(_ order: OrderIndex, at time: Milliseconds) {}

  mutating func finished(
    _ order: OrderIndex, at time: Milliseconds, arrival: inout Milliseconds, _ core: inout OrdersCore,
    _ desk: inout OrdersMarket.Desk
  ) {}

  mutating func reprinted(_ order: OrderIndex, at time: Milliseconds) {}

  mutating func take(
    _ step: OrdersMarket.Step, at time: Milliseconds, _ core: inout OrdersCore,
    _ desk: inout OrdersMarket.Desk
  ) {}

  mutating func close(at end: Milliseconds) {}

  func leave(in records: inout OrdersRecords) {}
}

/// The features used by a run, always called in the same order.
///
/// The list is fixed, so that the compiler specialises each call and a run without features only compares tags.
struct OrdersFeatures: ~Copyable {
  private var delivery: PostalLeg?
  private var photos: PhotoDesk?

  init(_ setup: OrdersSetup, random: RandomSource) {
    delivery = PostalLeg(setup, random: random)
    photos = PhotoDesk(setup, random: random)
  }

  mutating func keepsBack(
    _ order: OrderIndex, at time: Milliseconds, _ core: inout OrdersCore, _ desk: inout OrdersMarket.Desk
  ) -> Bool {
    if delivery?.keepsBack(order, at: time, &core, &desk) == true { return true }
    return photos?.keepsBack(order, at: time, &core, &desk) ?? false
  }

  mutating func cancelled(_ order: OrderIndex, at time: Milliseconds) {
    delivery?.cancelled(order, at: time)
    photos?.cancelled(order, at: time)
  }

  mutating func finished(
    _ order: OrderIndex, at time: Milliseconds, _ core: inout OrdersCore, _ desk: inout OrdersMarket.Desk
  ) {
    var arrival = time
    delivery?.finished(order, at: time, arrival: &arrival, &core, &desk)
    photos?.finished(order, at: time, arrival: &arrival, &core, &desk)
  }

  mutating func reprinted(_ order: OrderIndex, at time: Milliseconds) {
    delivery?.reprinted(order, at: time)
    photos?.reprinted(order, at: time)
  }

  mutating func take(
    _ step: OrdersMarket.Step, at time: Milliseconds, _ core: inout OrdersCore,
    _ desk: inout OrdersMarket.Desk
  ) {
    delivery?.take(step, at: time, &core, &desk)
    photos?.take(step, at: time, &core, &desk)
  }

  mutating func close(at end: Milliseconds) {
    delivery?.close(at: end)
    photos?.close(at: end)
  }

  func leave(in records: inout OrdersRecords) {
    delivery?.leave(in: &records)
    photos?.leave(in: &records)
  }
}

/// The records of a run.
public struct OrdersRecords: Sendable {
  /// The record of each order of the input.
  public var orders: [OrderRecord]
  /// The attempts, in call order.
  public var attempts: [PaymentAttempt]
  /// The events, in chronological order; empty unless requested.
  public var log: [OrderEvent]
  /// The state of each account of the input.
  public var accounts: [AccountState]
  /// The free credits of each account; empty if they are not counted separately.
  public var freeCredits: [FreeCredits.Tally] = []
  public var ledger: Ledger<BookEntry>
  /// The state of each campaign of the input.
  public var campaigns: [CampaignState] = []
  /// The deliveries, in order of hand-over; empty if deliveries are not simulated.
  public var deliveries: [Delivery] = []
  public var photos = PhotoRecords()
  /// The counts of messages to customers (nil if no channel is simulated), and the recorded messages.
  public var messageCounts: MessageCounts?
  public var messages: [RequestMessage<OrderIndex>] = []
  /// The time at which the customer of each account left, nil if they stayed; the list is nil if departures are not
  /// simulated.
  public var left: [Milliseconds?]?
  /// The outages of the service; nil for a run without outages.
  public var outages: OutageRecords?
  /// The tally of each station of the input.
  public var stations: [StationTally]
  /// The time at which the run ended: the last event, or the horizon.
  public var end: Milliseconds
  /// The numbers of scheduled events by fate.
  public var eventCounts: EventCounts
}

extension OrdersSetup {
  /// Runs the market until no events remain, or until the horizon of `rules`.
  ///
  /// - Parameters:
  ///   - queuesEvery: the interval at which the queues before the stations are recorded; nil: never.
  ///   - progress: called from time to time with the share of orders submitted and the number of events processed so
  ///     far.
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
