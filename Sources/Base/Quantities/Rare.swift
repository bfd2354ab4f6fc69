/// An optional value that few records have. It is stored out of line, so that it takes only one word in the other
/// records.
///
///     @Rare public var match: MatchRecord?
@propertyWrapper
@frozen
public enum Rare<Value: Sendable>: Sendable {
  case none
  indirect case some(Value)

  @inlinable
  public init(wrappedValue: Value?) {
    self = if let wrappedValue { .some(wrappedValue) } else { .none }
  }

  @inlinable
  public var wrappedValue: Value? {
    get { if case .some(let value) = self { value } else { nil } }
    set { self = Rare(wrappedValue: newValue) }
  }
}
