/// Names one scheduled event, so that it can be cancelled.
///
/// A handle may outlive its event: once the event has fired or was cancelled the handle is stale, names
/// nothing, and never comes to name another event.
@frozen
public struct EventHandle: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline let sequence: UInt64
  @usableFromInline let slot: UInt32

  @inlinable
  init(sequence: UInt64, slot: UInt32) {
    self.sequence = sequence
    self.slot = slot
  }
}
