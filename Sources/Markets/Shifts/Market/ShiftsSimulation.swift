public import Community
public import Lifecycle
public import Quantities

/// One run of a festival: everything that it is a function of.
public struct ShiftsSimulation: Sendable {
  public var festival: Festival
  public var rules: Rules
  public var shiftRules: ShiftRules
  /// True if what happens is written down one by one.
  public var recordsEvents = false

  /// Creates a run under the given rules.
  public init(_ festival: Festival, rules: Rules, shiftRules: ShiftRules) {
    self.festival = festival
    self.rules = rules
    self.shiftRules = shiftRules
  }

  /// Runs, and gives what the run left behind.
  ///
  /// - Parameter progress: called now and then with the share of sign-ups that were submitted and the events so far.
  /// - Throws: `LostEvents` if an event was lost: a fault of the program, not of the input.
  public func records(progress: ((Double, Int64) -> Void)? = nil) throws -> ShiftsRecords {
    let market = ShiftsMarket(festival, rules: shiftRules, attempts: rules.attempts)
    var lifecycle = Lifecycle(market, rules: rules, recordsEvents: recordsEvents)
    lifecycle.progress = progress
    try lifecycle.run()
    return ShiftsRecords(
      lifecycle: lifecycle.desk.records, ledger: lifecycle.market.ledger,
      withdrawals: lifecycle.market.withdrawals, wishes: lifecycle.market.festival.wishes,
      messageCounts: lifecycle.market.noticeboard?.counts,
      messages: lifecycle.market.noticeboard?.messages ?? [])
  }
}

/// The records that a run of a festival leaves.
public struct ShiftsRecords: Sendable {
  /// The records of sign-ups and attempts.
  public var lifecycle: LifecycleRecords<ShiftsMarket>
  /// Every place that changed hands, in order.
  public var ledger: [PlaceChange]
  /// The time at which each volunteer withdrew from everything; `.never` for those who did not.
  public var withdrawals: [Milliseconds]
  /// The wishes of all sign-ups, as they were when each was made.
  public var wishes: [Wish]
  /// The counts of messages to volunteers, and those that were written down; nil without a channel.
  public var messageCounts: MessageCounts?
  public var messages: [RequestMessage<SignUpIndex>]
}
