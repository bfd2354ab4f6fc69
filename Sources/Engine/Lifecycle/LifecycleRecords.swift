public import EventKernel
public import Quantities

/// The records of a market's lifecycle.
public struct LifecycleRecords<M: Market & ~Copyable>: Sendable {
  /// One record for each request of the input.
  public var requests: [M.RequestRecord]
  /// The attempts in the order of decision.
  public var attempts: [M.AttemptRecord] = []
  /// The attempts with less processor time than wall-clock time, by index in `attempts`.
  public var heldUp: [CallTimes.HeldUp] = []
  /// The events, in order; empty unless recorded.
  public var log: [M.EventRecord] = []
  /// The end of the run: the last event, or the horizon.
  public var end: Milliseconds = .zero
  /// The outages of the service; nil for a run without.
  public var outages: OutageRecords?
  /// The numbers of scheduled events by fate.
  public var eventCounts = EventCounts()

  @inlinable
  init(requests count: Int) {
    requests = []
    requests.reserveLargePages(for: count)
    requests.append(contentsOf: repeatElement(M.RequestRecord(), count: count))
  }
}
