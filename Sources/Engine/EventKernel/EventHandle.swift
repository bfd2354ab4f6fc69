/// A reference to a scheduled event, for cancelling it.
///
/// A handle may outlive its event: once the event has fired or been cancelled, the handle is stale and never
/// refers to another event.
@frozen
public struct EventHandle: Hashable, Sendable, BitwiseCopyable {
  // Half words: lists of cancellable events are long, and whole words would leave a third of a handle unused.
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

/// An optional event handle in twelve bytes instead of sixteen.
///
///     @Pending var next: EventHandle?
@propertyWrapper
@frozen
public struct Pending: Sendable, BitwiseCopyable {
  // No event ever has the last slot number.
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
