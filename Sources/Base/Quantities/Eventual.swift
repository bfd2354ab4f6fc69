/// An optional time in eight bytes instead of sixteen; nil is stored as `never`.
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
