public import Quantities

/// A market, as the lifecycle of its asks sees it: who asks, who provides, how an attempt is decided, and what it takes to
/// keep what was agreed.
///
/// Somebody submits an ask; the market is asked up to so many times for a provider; whom it names gets an offer, and says
/// yes or no; what is agreed becomes a commitment, which either side may cancel until it begins. All of that is the
/// lifecycle's. What an ask is, who is found, what an offer holds and what a commitment does is the market's:
///
///     struct Ferry: Market { … }
///     var lifecycle = Lifecycle(Ferry(timetable), rules: rules)
///     try lifecycle.run()
///     let records = lifecycle.desk.records
///
/// A market's own events, its steps, move its providers. It is told of them by the desk, where it schedules them.
public protocol Market: ~Copyable {
  /// The place of an ask among all asks of the run.
  associatedtype Ask
  /// The place of a provider among all providers.
  associatedtype Provider
  /// What happens next to a provider, or to the market as a whole.
  associatedtype Step: BitwiseCopyable & Sendable
  /// What is left of an ask.
  associatedtype AskRecord: AskRecording
  /// What is left of an attempt.
  associatedtype AttemptRecord: AttemptRecording
  where
    AttemptRecord.Ask == Ask, AttemptRecord.Provider == Provider, AttemptRecord.Cause == AskRecord.Cause,
    AskRecord.Index == Ask
  /// What is left of a moment.
  associatedtype EventRecord: EventRecording where EventRecord.Ask == Ask, EventRecord.Provider == Provider

  typealias Cause = AskRecord.Cause
  typealias Desk = LifecycleDesk<Self>
  typealias Call = AttemptCall<Ask, Provider>

  // MARK: Who takes part

  var askCount: Int { get }
  var providerCount: Int { get }
  /// Why the ask takes no part in the run; nil for one that does.
  func refusal(of ask: Ask) -> Cause?
  /// When it is submitted.
  func submission(of ask: Ask) -> Milliseconds
  /// How long after its submission who asks leaves if nothing has begun; `.never` where they do not.
  func patience(of ask: Ask) -> Milliseconds
  /// The ask is submitted soon: what is kept of it may be fetched from memory meanwhile.
  func foresee(_ ask: Ask)
  /// Whether it measures one attempt and disturbs nothing.
  func isProbe(_ ask: Ask) -> Bool
  /// When the provider comes; nil for one whose coming is no event.
  func arrival(of provider: Provider) -> Milliseconds?
  /// What random numbers of the ask are keyed by, whatever else is asked in the run.
  func key(of ask: Ask) -> UInt64
  /// Likewise of the provider.
  func key(of provider: Provider) -> UInt64

  // MARK: What happens

  /// Schedules what happens whatever is asked; called once, before all else.
  mutating func open(_ desk: inout Desk)
  /// The provider comes.
  mutating func welcome(_ provider: Provider, at time: Milliseconds, _ desk: inout Desk)
  /// Does a step that was scheduled.
  mutating func take(_ step: Step, at time: Milliseconds, _ desk: inout Desk)
  /// The run ends at `time`, whatever is left.
  mutating func close(at time: Milliseconds, _ desk: inout Desk)

  // MARK: Attempts

  /// Whether the market has at once what is asked at `time`.
  mutating func receive(_ ask: Ask, at time: Milliseconds, _ desk: inout Desk) -> Reception
  /// How many attempts the ask has in a cycle.
  func attempts(of ask: Ask, _ rules: Rules) -> Int32
  /// How many cycles the ask has before it ends, the first included.
  func cycles(of ask: Ask, _ rules: Rules) -> Int32
  /// Until when the attempt `number` of the ask, due at `time`, is gathered, to be decided with all others of that moment;
  /// nil where it is decided at once.
  func gathersUntil(_ ask: Ask, attempt number: Int32, at time: Milliseconds) -> Milliseconds?
  /// Whether the ask, whose attempt found nobody because of `cause`, waits until the market schedules another attempt: none
  /// is due by itself then, and its cycle does not end.
  func waits(_ ask: Ask, because cause: Cause?) -> Bool
  /// Whether the ask, whose cycle of attempts has failed at `time`, stays until the market schedules another attempt,
  /// instead of ending.
  mutating func keeps(_ ask: Ask, at time: Milliseconds, _ desk: inout Desk) -> Bool
  /// Decides an attempt: the record names the provider to ask, or says why there is none.
  mutating func decide(_ call: Call, _ desk: inout Desk) -> AttemptRecord
  /// Decides the attempts that were gathered, which stand in the order in which they came: a record for each, in that order.
  mutating func decide(together calls: [Call], _ desk: inout Desk) -> [AttemptRecord]

  /// The ask has ended, and nothing that was agreed had begun.
  mutating func lose(_ ask: Ask, at time: Milliseconds, _ desk: inout Desk)

  // MARK: Offers

  /// The provider is asked: what the offer needs is held until it is answered.
  mutating func hold(_ ask: Ask, with provider: Provider, at time: Milliseconds, _ desk: inout Desk)
  /// Another provider whom the offer of the ask needs, or what was agreed on it: held, asked and released like the first; nil
  /// where one is enough.
  func companion(of ask: Ask) -> Provider?
  /// From the offer to the provider's answer.
  func answerDelay(of provider: Provider, to ask: Ask, cycle: Int32, _ rules: Rules) -> Milliseconds
  /// Why the provider has not answered when the answer was due; nil for one who has.
  func silence(of provider: Provider, to ask: Ask) -> Silence<Cause>?
  /// That the provider says no to an offer.
  func declineProbability(of provider: Provider, to ask: Ask, _ rules: Rules) -> Double
  /// The offer has failed: what it holds is free again.
  mutating func release(
    _ ask: Ask, from provider: Provider, because reason: OfferFailure, at time: Milliseconds,
    _ desk: inout Desk)
  /// The provider has said yes: what was held becomes a commitment, if it can still be kept.
  mutating func commit(
    _ ask: Ask, to provider: Provider, at time: Milliseconds, _ desk: inout Desk
  ) -> Commitment<Cause>
  /// The commitment is off: what it took is free again.
  mutating func undo(
    _ ask: Ask, with provider: Provider, because reason: Cancellation, at time: Milliseconds,
    _ desk: inout Desk)
}

// MARK: - What most markets do

extension Market where Self: ~Copyable {
  @inlinable public func patience(of ask: Ask) -> Milliseconds { .never }
  @inlinable public func foresee(_ ask: Ask) {}
  @inlinable public func isProbe(_ ask: Ask) -> Bool { false }
  @inlinable public func arrival(of provider: Provider) -> Milliseconds? { nil }
  @inlinable public mutating func open(_ desk: inout Desk) {}
  @inlinable public mutating func welcome(_ provider: Provider, at time: Milliseconds, _ desk: inout Desk) {}
  @inlinable public mutating func close(at time: Milliseconds, _ desk: inout Desk) {}
  @inlinable public func attempts(of ask: Ask, _ rules: Rules) -> Int32 { rules.attempts }
  @inlinable public func cycles(of ask: Ask, _ rules: Rules) -> Int32 { rules.maxCycles }

  @inlinable
  public func gathersUntil(_ ask: Ask, attempt number: Int32, at time: Milliseconds) -> Milliseconds? { nil }

  @inlinable
  public mutating func receive(_ ask: Ask, at time: Milliseconds, _ desk: inout Desk) -> Reception { .now }

  @inlinable public func waits(_ ask: Ask, because cause: Cause?) -> Bool { false }

  @inlinable
  public mutating func keeps(_ ask: Ask, at time: Milliseconds, _ desk: inout Desk) -> Bool { false }

  @inlinable
  public mutating func decide(together calls: [Call], _ desk: inout Desk) -> [AttemptRecord] {
    var records: [AttemptRecord] = []
    records.reserveCapacity(calls.count)
    for call in calls { records.append(decide(call, &desk)) }
    return records
  }

  @inlinable public func companion(of ask: Ask) -> Provider? { nil }

  @inlinable
  public func answerDelay(of provider: Provider, to ask: Ask, cycle: Int32, _ rules: Rules) -> Milliseconds {
    rules.answerDelay
  }

  @inlinable public mutating func lose(_ ask: Ask, at time: Milliseconds, _ desk: inout Desk) {}

  @inlinable public func silence(of provider: Provider, to ask: Ask) -> Silence<Cause>? { nil }

  @inlinable
  public func declineProbability(of provider: Provider, to ask: Ask, _ rules: Rules) -> Double {
    rules.declineProbability
  }
}
