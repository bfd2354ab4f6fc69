public import Quantities
public import Statistics

/// The outages of the service: when it makes no attempts, and what happens to the attempts that are due meanwhile.
public struct OutageRules: Hashable, Sendable {
  /// The times of the outages.
  public enum Times: Hashable, Sendable {
    /// Outages at fixed times, in order, each without its end.
    case windows([Range<Milliseconds>])
    /// Outages drawn from the time that the service runs without a failure, and the time of a repair, in seconds.
    case drawn(between: Law, repair: Law)
  }

  /// What happens to an attempt that is due in an outage; the raw value is the name in scenarios.
  public enum Calls: String, CaseIterable, Sendable {
    /// The attempt is made when the outage ends, in the order in which attempts were due.
    case wait
    /// The attempt fails, and the requester retries or gives up as after any failed attempt.
    case lost
  }

  public var times: Times
  public var calls = Calls.wait
  /// Whether work that the service does itself, as at stations, rests within an outage too.
  public var stopsWork = false

  /// Creates the rules of outages at the given times.
  public init(times: Times = .windows([]), calls: Calls = .wait) {
    self.times = times
    self.calls = calls
  }
}

/// An attempt that was due in an outage.
public struct OutageCall: Hashable, Sendable {
  /// The place of the request among all requests of the run.
  public var request: Int32
  /// The time at which the attempt was due.
  public var time: Milliseconds
  /// The outage, from its beginning to its end.
  public var outage: Range<Milliseconds>
  /// Whether the attempt failed; otherwise it waited for the end of the outage.
  public var isLost: Bool

  @inlinable
  public init(request: Int32, time: Milliseconds, outage: Range<Milliseconds>, isLost: Bool) {
    self.request = request
    self.time = time
    self.outage = outage
    self.isLost = isLost
  }
}

/// The outages of a run.
public struct OutageRecords: Sendable {
  /// The outages that began before the run ended, in order.
  public var outages: [Range<Milliseconds>]
  /// The attempts that were due in an outage, in order.
  public var calls: [OutageCall]
}
