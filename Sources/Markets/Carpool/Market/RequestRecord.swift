public import Quantities
public import Travellers

/// The record of one request's outcome; the request has the same index in the run's input.
///
/// It fits in one cache line: a day has a million records, and every attempt reads one.
public struct RequestRecord: Listed, Sendable {
  public typealias Index = RequestIndex

  public var outcome: RequestOutcome = .inProgress
  /// The cause of the last attempt, or why the request left or was refused; nil if it was served.
  public var cause: Cause?
  public var cycles: Int32 = 0
  public var attempts: Int32 = 0
  /// The time at which the first accepted attempt was answered.
  @Eventual public var firstMatch: Milliseconds?
  /// The final match; nil if there is none.
  @Rare public var match: MatchRecord?
  @Eventual public var pickup: Milliseconds?
  @Eventual public var dropoff: Milliseconds?
  /// Road metres between pickup and drop-off; meaningful once dropped off.
  public var rideMetres: Metres = 0
  /// The time at which the request stopped waiting for a match or a car: pickup, departure or final refusal; nil
  /// while it waits.
  @Eventual public var ended: Milliseconds?

  public init() {}
}
