public import Quantities

/// A market, as the lifecycle of its requests sees it: who asks, who provides, how an attempt is decided, and what it takes to
/// keep what was agreed.
///
/// Somebody submits a request; the market is asked up to so many times for a provider; the provider named gets an offer, and says
/// yes or no; what is agreed becomes a commitment, which either side may cancel until it begins. All of that is the
/// lifecycle's. What a request is, who is found, what an offer holds and what a commitment does is the market's:
///
///     struct Ferry: Market { … }
///     var lifecycle = Lifecycle(Ferry(timetable), rules: rules)
///     try lifecycle.run()
///     let records = lifecycle.desk.records
///
/// A market's own events, its steps, move its providers. It is told of them by the desk, where it schedules them.
public protocol Market: ~Copyable {
  /// The place of a request among all requests of the run.
  associatedtype RequestIndex
  /// The place of a provider among all providers.
  associatedtype Provider
  /// The next thing that happens to a provider, or to the market as a whole.
  associatedtype Step: BitwiseCopyable & Sendable
  /// The record of a request.
  associatedtype RequestRecord: RequestRecording
  /// The record of an attempt.
  associatedtype AttemptRecord: AttemptRecording
  where
    AttemptRecord.RequestIndex == RequestIndex, AttemptRecord.Provider == Provider,
    AttemptRecord.Cause == RequestRecord.Cause,
    RequestRecord.Index == RequestIndex
  /// The record of an event.
  associatedtype EventRecord: EventRecording
  where EventRecord.RequestIndex == RequestIndex, EventRecord.Provider == Provider

  typealias Cause = RequestRecord.Cause
  typealias Desk = LifecycleDesk<Self>
  typealias Call = AttemptCall<RequestIndex, Provider>

  // MARK: Who takes part

  var requestCount: Int { get }
  var providerCount: Int { get }
  /// The reason the request takes no part in the run; nil for one that does.
  func refusal(of request: RequestIndex) -> Cause?
  /// The time of its submission.
  func submission(of request: RequestIndex) -> Milliseconds
  /// The time after its submission at which the requester leaves if nothing has begun; `.never` where they do not.
  func patience(of request: RequestIndex) -> Milliseconds
  /// The request is submitted soon: what is kept of it may be fetched from memory meanwhile.
  func prefetch(_ request: RequestIndex)
  /// The step is taken soon, likewise.
  func prefetch(_ step: Step)
  /// An attempt of the request is soon to be decided, if nothing comes between; no result depends on it.
  func expectAttempt(of request: RequestIndex)
  /// Tells whether it measures one attempt and disturbs nothing.
  func isProbe(_ request: RequestIndex) -> Bool
  /// The arrival of the provider; nil for one whose arrival is no event.
  func arrival(of provider: Provider) -> Milliseconds?
  /// The key of the request's random numbers, whatever else is requested in the run.
  func key(of request: RequestIndex) -> UInt64
  /// Returns the key of the provider.
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

  /// Returns whether the market has at once what is asked at `time`.
  mutating func receive(_ request: RequestIndex, at time: Milliseconds, _ desk: inout Desk) -> Reception
  /// The number of attempts that the request has in a cycle.
  func attempts(of request: RequestIndex, _ rules: Rules) -> Int32
  /// The number of cycles that the request has before it ends, the first included.
  func cycles(of request: RequestIndex, _ rules: Rules) -> Int32
  /// Returns the time until which the attempt `number` of the request, due at `time`, is gathered, to be decided with all
  /// others of that moment; nil if it is decided at once.
  func gathersUntil(_ request: RequestIndex, attempt number: Int32, at time: Milliseconds) -> Milliseconds?
  /// Returns those of the `gathered` requests whose attempt is due at `time`, and the others, which stay gathered until the market
  /// says of them once more until when.
  mutating func due(_ gathered: [RequestIndex], at time: Milliseconds, _ desk: inout Desk) -> (
    due: [RequestIndex], others: [RequestIndex]
  )
  /// The time until which the requester is asked for something else, and the attempt that is due waits; nil where it is made.
  func isBusyUntil(_ request: RequestIndex, at time: Milliseconds) -> Milliseconds?
  /// Tells whether the request, whose attempt found nobody because of `cause`, waits until the market schedules another
  /// attempt: none is due by itself then, and its cycle does not end.
  func waits(_ request: RequestIndex, because cause: Cause?) -> Bool
  /// Tells whether the request, whose cycle of attempts has failed at `time`, stays until the market schedules another
  /// attempt, instead of ending.
  mutating func keeps(_ request: RequestIndex, at time: Milliseconds, _ desk: inout Desk) -> Bool
  /// Decides an attempt: the record names the provider to ask, or says why there is none.
  mutating func decide(_ call: Call, _ desk: inout Desk) -> AttemptRecord
  /// Decides the attempts that were gathered, which stand in the order in which they came: a record for each, in that order.
  mutating func decide(together calls: [Call], _ desk: inout Desk) -> [AttemptRecord]

  /// Returns the record of an attempt that fails because of `cause` before anybody is looked for.
  mutating func miss(_ call: Call, because cause: Cause, _ desk: inout Desk) -> AttemptRecord

  /// The request has ended, and nothing that was agreed had begun.
  mutating func lose(_ request: RequestIndex, at time: Milliseconds, _ desk: inout Desk)

  // MARK: Offers

  /// The provider is asked: what the offer needs is held until it is answered.
  mutating func hold(
    _ request: RequestIndex, with provider: Provider, at time: Milliseconds, _ desk: inout Desk)
  /// Another provider whom the offer of the request needs, or what was agreed on it: held, asked and released like the first; nil
  /// where one is enough.
  func companion(of request: RequestIndex) -> Provider?
  /// From the offer to the provider's answer.
  func answerDelay(of provider: Provider, to request: RequestIndex, cycle: Int32, _ rules: Rules)
    -> Milliseconds
  /// The reason the provider has not answered when the answer was due; nil for one who has.
  func silence(of provider: Provider, to request: RequestIndex) -> Silence<Cause>?
  /// The probability that the provider declines an offer.
  func declineProbability(of provider: Provider, to request: RequestIndex, _ rules: Rules) -> Double
  /// The offer has failed: what it holds is free again.
  mutating func release(
    _ request: RequestIndex, from provider: Provider, because reason: OfferFailure, at time: Milliseconds,
    _ desk: inout Desk)
  /// The probability that the requester cancels what was just agreed before it begins.
  func cancelProbability(of request: RequestIndex, _ rules: Rules) -> Double
  /// The requester cancels what was agreed: the cause for which the request ends.
  mutating func callOff(_ request: RequestIndex, at time: Milliseconds, _ desk: inout Desk) -> Cause
  /// The provider has said yes: what was held becomes a commitment, if it can still be kept.
  mutating func commit(
    _ request: RequestIndex, to provider: Provider, at time: Milliseconds, _ desk: inout Desk
  ) -> Commitment<Cause>
  /// The commitment is off: what it took is free again.
  mutating func undo(
    _ request: RequestIndex, with provider: Provider, because reason: Cancellation, at time: Milliseconds,
    _ desk: inout Desk)
}

// MARK: - What most markets do

extension Market where Self: ~Copyable {
  @inlinable public func patience(of request: RequestIndex) -> Milliseconds { .never }
  @inlinable public func prefetch(_ request: RequestIndex) {}
  @inlinable public func prefetch(_ step: Step) {}
  @inlinable public func expectAttempt(of request: RequestIndex) {}
  @inlinable public func isProbe(_ request: RequestIndex) -> Bool { false }
  @inlinable public func arrival(of provider: Provider) -> Milliseconds? { nil }
  @inlinable public mutating func open(_ desk: inout Desk) {}
  @inlinable public mutating func welcome(_ provider: Provider, at time: Milliseconds, _ desk: inout Desk) {}
  @inlinable public mutating func close(at time: Milliseconds, _ desk: inout Desk) {}
  @inlinable public func attempts(of request: RequestIndex, _ rules: Rules) -> Int32 { rules.attempts }
  @inlinable public func cycles(of request: RequestIndex, _ rules: Rules) -> Int32 { rules.maxCycles }

  @inlinable
  public func gathersUntil(_ request: RequestIndex, attempt number: Int32, at time: Milliseconds)
    -> Milliseconds?
  { nil }

  @inlinable
  public mutating func due(_ gathered: [RequestIndex], at time: Milliseconds, _ desk: inout Desk) -> (
    due: [RequestIndex], others: [RequestIndex]
  ) { (gathered, []) }

  @inlinable
  public mutating func receive(_ request: RequestIndex, at time: Milliseconds, _ desk: inout Desk)
    -> Reception
  { .now }

  @inlinable
  public func isBusyUntil(_ request: RequestIndex, at time: Milliseconds) -> Milliseconds? { nil }

  @inlinable public func waits(_ request: RequestIndex, because cause: Cause?) -> Bool { false }

  @inlinable
  public mutating func keeps(_ request: RequestIndex, at time: Milliseconds, _ desk: inout Desk) -> Bool {
    false
  }

  @inlinable
  public mutating func decide(together calls: [Call], _ desk: inout Desk) -> [AttemptRecord] {
    var records: [AttemptRecord] = []
    records.reserveCapacity(calls.count)
    for call in calls { records.append(decide(call, &desk)) }
    return records
  }

  @inlinable public func companion(of request: RequestIndex) -> Provider? { nil }

  @inlinable
  public func answerDelay(of provider: Provider, to request: RequestIndex, cycle: Int32, _ rules: Rules)
    -> Milliseconds
  {
    rules.answerDelay
  }

  @inlinable public mutating func lose(_ request: RequestIndex, at time: Milliseconds, _ desk: inout Desk) {}

  @inlinable public func silence(of provider: Provider, to request: RequestIndex) -> Silence<Cause>? { nil }

  @inlinable
  public func declineProbability(of provider: Provider, to request: RequestIndex, _ rules: Rules) -> Double {
    rules.declineProbability
  }

  @inlinable
  public func cancelProbability(of request: RequestIndex, _ rules: Rules) -> Double {
    rules.requesterCancelProbability
  }

  @inlinable
  public mutating func callOff(_ request: RequestIndex, at time: Milliseconds, _ desk: inout Desk) -> Cause {
    .calledOff
  }
}
