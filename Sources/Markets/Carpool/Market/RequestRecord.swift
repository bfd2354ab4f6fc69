public import Quantities
public import Travellers

/// The record of what became of one request; the request itself stands at the same index of the run's input.
///
/// One line of the cache: a day has a million, each of which its attempts look at.
public struct RequestRecord: Listed, Sendable {
  public typealias Index = RequestIndex

  public var outcome: RequestOutcome = .inProgress
  /// Of the last attempt, or why the request left or was refused; nil when it was served.
  public var cause: Cause?
  public var cycles: Int32 = 0
  public var attempts: Int32 = 0
  /// The time at which the first accepted attempt was answered.
  @Eventual public var firstMatch: Milliseconds?
  /// The match that held at the end; nil where none did.
  @Rare public var match: MatchRecord?
  @Eventual public var pickup: Milliseconds?
  @Eventual public var dropoff: Milliseconds?
  /// Road metres between pickup and drop-off; meaningful once dropped off.
  public var rideMetres: Metres = 0
  /// The time at which the request stopped waiting for a match or a car: pickup, departure or final notice; nil while it waits.
  @Eventual public var ended: Milliseconds?

  public init() {}
}
