public import Community
public import Lifecycle
public import Quantities

/// The complete input of one run of a festival.
public struct ShiftsSimulation: Sendable {
  public var festival: Festival
  public var rules: Rules
  public var shiftRules: ShiftRules
  /// Whether events are recorded.
  public var recordsEvents = false

  /// Creates a run with the given rules.
  public init(_ festival: Festival, rules: Rules, shiftRules: ShiftRules) {
    self.festival = festival
    self.rules = rules
    self.shiftRules = shiftRules
  }

  /// Runs the simulation, and returns the records.
  ///
  /// - Parameter progress: called from time to time with the share of sign-ups submitted and the number of events
  ///   processed so far.
  /// - Throws: `LostEvents` if an event was lost, which is an error in the program and not in the input.
  public func records(progress: ((Double, Int64) -> Void)? = nil) throws -> ShiftsRecords {
    let start = ShiftsMarket(festival, rules: shiftRules, attempts: rules.attempts)
    var lifecycle = Lifecycle(start, rules: rules, recordsEvents: recordsEvents)
    lifecycle.progress = progress
    try lifecycle.run()
    let market = lifecycle.market.core
    var records = ShiftsRecords(
      lifecycle: lifecycle.desk.records, ledger: market.ledger, withdrawals: lifecycle.market.withdrawals,
      wishes: market.festival.wishes, requests: market.festival.requests,
      messageCounts: market.noticeboard?.counts, messages: market.noticeboard?.messages ?? [])
    lifecycle.market.features.leave(in: &records)
    return records
  }
}

/// The records of a run of a festival.
public struct ShiftsRecords: Sendable {
  /// The records of sign-ups and attempts.
  public var lifecycle: LifecycleRecords<ShiftsMarket>
  /// All ledger entries on places, in chronological order.
  public var ledger: [PlaceChange]
  /// The time at which each volunteer withdrew from all shifts; `.never` if they did not.
  public var withdrawals: [Milliseconds]
  /// The wishes of all sign-ups, as used during the run.
  public var wishes: [Wish]
  /// The sign-ups, with the slots to which they were last changed.
  public var requests: [SlotRequest]
  /// The counts of messages to volunteers (nil if no channel is simulated), and the recorded messages.
  public var messageCounts: MessageCounts?
  public var messages: [RequestMessage<SignUpIndex>]
  /// The zone choice of each sign-up; empty if zones are chosen together with the post.
  var zoneChoices: [ZoneChoice] = []
  /// The changes of confirmed sign-ups, in chronological order.
  var rebookings: [Rebooking] = []
}
