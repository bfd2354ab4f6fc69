public import Quantities

/// A market in the lifecycle of its requests: it defines requests, providers, decisions, offers and commitments.
///
/// A requester submits a request; the market searches for a provider in a limited number of attempts; the provider
/// receives an offer, and accepts or declines it; an acceptance becomes a commitment, which either side may cancel
/// until the service begins. This is the lifecycle. The market defines the requests, the search, the resources held by
/// an offer and the effects of a commitment:
///
///     struct Ferry: Market { … }
///     var lifecycle = Lifecycle(Ferry(timetable), rules: rules)
///     try lifecycle.run()
///     let records = lifecycle.desk.records
///
/// A market's own events, called steps, move its providers. The market schedules them at the desk and processes them in
/// `take`.
public protocol Market: ~Copyable {
  /// The index of a request in the run.
  associatedtype RequestIndex
  /// The index of a provider.
  associatedtype Provider
  /// An event of a provider, or of the market as a whole.
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

  // MARK: Participants

  var requestCount: Int { get }
  var providerCount: Int { get }
  /// Returns the reason the request takes no part in the run; nil if it takes part.
  func refusal(of request: RequestIndex) -> Cause?
  /// Returns the submission time of the request.
  func submission(of request: RequestIndex) -> Milliseconds
  /// Returns the time after submission at which the requester leaves if the service has not begun; `.never` if they
  /// never leave.
  func patience(of request: RequestIndex) -> Milliseconds
  /// Prefetches the data of a likely upcoming event; results do not depend on it. The data of successive requests are
  /// far apart in memory, and each cache line not prefetched delays the run.
  func prefetch(_ upcoming: Upcoming<RequestIndex, Step>)
  /// Returns whether the request is a probe: it measures one attempt, without side effects.
  func isProbe(_ request: RequestIndex) -> Bool
  /// Returns the arrival time of the provider; nil if the arrival is not an event.
  func arrival(of provider: Provider) -> Milliseconds?
  /// Returns the key of the request's random numbers, independent of other requests in the run.
  func key(of request: RequestIndex) -> UInt64
  /// Returns the key of the provider's random numbers.
  func key(of provider: Provider) -> UInt64

  // MARK: Events

  /// Schedules the events that do not depend on requests; called once, before all else.
  mutating func open(_ desk: inout Desk)
  /// Processes the arrival of the provider.
  mutating func welcome(_ provider: Provider, at time: Milliseconds, _ desk: inout Desk)
  /// Processes a scheduled step.
  mutating func take(_ step: Step, at time: Milliseconds, _ desk: inout Desk)
  /// Ends the run at `time`, with requests and services possibly still open.
  mutating func close(at time: Milliseconds, _ desk: inout Desk)

  // MARK: Attempts

  /// Returns when a request submitted at `time` reaches the market, if at all.
  mutating func receive(_ request: RequestIndex, at time: Milliseconds, _ desk: inout Desk) -> Reception
  /// Returns the number of attempts of the request per cycle.
  func attempts(of request: RequestIndex, _ rules: Rules) -> Int32
  /// Returns the maximum number of cycles of the request, including the first.
  func cycles(of request: RequestIndex, _ rules: Rules) -> Int32
  /// Returns the time until which attempt `number` of the request, due at `time`, is gathered to be decided together
  /// with others; nil if it is decided at once.
  func gathersUntil(_ request: RequestIndex, attempt number: Int32, at time: Milliseconds) -> Milliseconds?
  /// Splits the `gathered` requests into those with an attempt due at `time`, and the others, which stay gathered
  /// until the market sets their decision time again.
  mutating func due(_ gathered: [RequestIndex], at time: Milliseconds, _ desk: inout Desk) -> (
    due: [RequestIndex], others: [RequestIndex]
  )
  /// Returns the time until which the requester is otherwise busy, so that the due attempt is postponed; nil if it is
  /// made now.
  func isBusyUntil(_ request: RequestIndex, at time: Milliseconds) -> Milliseconds?
  /// Returns whether the request, whose attempt failed with `cause`, waits until the market schedules another
  /// attempt: no retry is scheduled then, and its cycle does not end.
  func waits(_ request: RequestIndex, because cause: Cause?) -> Bool
  /// Returns whether a request whose cycle failed at `time` stays pending for a market-scheduled attempt.
  mutating func keeps(_ request: RequestIndex, at time: Milliseconds, _ desk: inout Desk) -> Bool
  /// Decides an attempt. The returned record contains the provider to receive the offer, or the cause of failure.
  mutating func decide(_ call: Call, _ desk: inout Desk) -> AttemptRecord
  /// Decides gathered attempts, in order of gathering; returns one record for each, in the same order.
  mutating func decide(together calls: [Call], _ desk: inout Desk) -> [AttemptRecord]

  /// Returns the record of an attempt that fails because of `cause` before the search for a provider.
  mutating func miss(_ call: Call, because cause: Cause, _ desk: inout Desk) -> AttemptRecord

  /// Processes the end of a request whose service has not begun.
  mutating func lose(_ request: RequestIndex, at time: Milliseconds, _ desk: inout Desk)

  // MARK: Offers

  /// Returns the reason the requester refuses `provider`, who was found by the last attempt and has not received the
  /// offer yet; nil if they do not refuse.
  mutating func rejection(
    of provider: Provider, by request: RequestIndex, at time: Milliseconds, _ desk: inout Desk
  ) -> Rejection<Cause>?
  /// Holds the resources of an offer until the provider answers.
  mutating func hold(
    _ request: RequestIndex, with provider: Provider, at time: Milliseconds, _ desk: inout Desk)
  /// Returns a second provider required by the offer or the agreement, who is held, receives the offer and is released
  /// like the first; nil if there is none.
  func companion(of request: RequestIndex) -> Provider?
  /// Returns the time from the offer to the provider's answer.
  func answerDelay(of provider: Provider, to request: RequestIndex, cycle: Int32, _ rules: Rules)
    -> Milliseconds
  /// Returns the reason the provider has not answered in time; nil if they have.
  func silence(of provider: Provider, to request: RequestIndex) -> Silence<Cause>?
  /// Returns the probability that the provider declines an offer.
  func declineProbability(of provider: Provider, to request: RequestIndex, _ rules: Rules) -> Double
  /// Releases the resources of a failed offer.
  mutating func release(
    _ request: RequestIndex, from provider: Provider, because reason: OfferFailure, at time: Milliseconds,
    _ desk: inout Desk)
  /// Returns the probability that the requester cancels the new agreement before it begins.
  func cancelProbability(of request: RequestIndex, _ rules: Rules) -> Double
  /// Processes the requester's cancellation of the agreement, and returns the cause with which the request
  /// ends.
  mutating func callOff(_ request: RequestIndex, at time: Milliseconds, _ desk: inout Desk) -> Cause
  /// Turns the held offer into a commitment after the provider's acceptance, if it is still feasible.
  mutating func commit(
    _ request: RequestIndex, to provider: Provider, at time: Milliseconds, _ desk: inout Desk
  ) -> Commitment<Cause>
  /// Undoes the commitment and releases its resources.
  mutating func undo(
    _ request: RequestIndex, with provider: Provider, because reason: Cancellation, at time: Milliseconds,
    _ desk: inout Desk)
}

// MARK: - Defaults of most markets

extension Market where Self: ~Copyable {
  @inlinable public func patience(of request: RequestIndex) -> Milliseconds { .never }
  @inlinable public func prefetch(_ upcoming: Upcoming<RequestIndex, Step>) {}
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

  @inlinable
  public mutating func rejection(
    of provider: Provider, by request: RequestIndex, at time: Milliseconds, _ desk: inout Desk
  ) -> Rejection<Cause>? { nil }

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
