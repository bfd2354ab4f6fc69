/// A time that may never come, in the eight bytes of a time: as an optional it takes sixteen. `never` itself is nil.
///
///     @Eventual public var pickup: Milliseconds?
@propertyWrapper
@frozen
public struct Eventual: Sendable, BitwiseCopyable {
  @usableFromInline var time: Milliseconds

  @inlinable
  public init(wrappedValue: Milliseconds?) { time = wrappedValue ?? .never }

  @inlinable
  public var wrappedValue: Milliseconds? {
    get { time.ifEver }
    set { time = newValue ?? .never }
  }
}
