/// Names one scheduled event, so that it can be cancelled.
///
/// A handle may outlive its event: once the event has fired or was cancelled the handle is stale, names
/// nothing, and never comes to name another event.
@frozen
public struct EventHandle: Hashable, Sendable, BitwiseCopyable {
  // Half words: lists of what may be cancelled are long, and whole ones would leave a third of a handle empty.
  @usableFromInline let low: UInt32
  @usableFromInline let high: UInt32
  @usableFromInline let slot: UInt32

  @inlinable var sequence: UInt64 { UInt64(high) << 32 | UInt64(low) }

  @inlinable
  init(sequence: UInt64, slot: UInt32) {
    low = UInt32(truncatingIfNeeded: sequence)
    high = UInt32(truncatingIfNeeded: sequence >> 32)
    self.slot = slot
  }
}
