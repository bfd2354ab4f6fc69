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

/// The handle of an event that may be none, in the twelve bytes of a handle: as an optional it takes sixteen.
///
///     @Pending var next: EventHandle?
@propertyWrapper
@frozen
public struct Pending: Sendable, BitwiseCopyable {
  // No event ever has the last slot.
  @usableFromInline var handle: EventHandle

  @inlinable
  public init(wrappedValue: EventHandle?) {
    handle = wrappedValue ?? EventHandle(sequence: 0, slot: .max)
  }

  @inlinable
  public var wrappedValue: EventHandle? {
    get { handle.slot == .max ? nil : handle }
    set { self = Pending(wrappedValue: newValue) }
  }
}
