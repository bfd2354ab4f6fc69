/// An optional value that few records have. It is stored out of line, so that it takes only one word in the other
/// records.
///
///     @Rare public var match: MatchRecord?
///
/// Copies of a record share the value until one of them changes it.
@propertyWrapper
@frozen
public struct Rare<Value: Sendable>: Sendable {
  @usableFromInline var box: RareBox<Value>?

  @inlinable
  public init(wrappedValue: Value?) {
    if let wrappedValue { box = RareBox(wrappedValue) }
  }

  @inlinable
  public var wrappedValue: Value? {
    get { box?.value }
    set {
      if let newValue, isKnownUniquelyReferenced(&box) {
        box?.value = newValue
      } else {
        box = newValue.map { RareBox($0) }
      }
    }
  }
}

extension Rare: CustomStringConvertible {
  public var description: String { box.map { "\($0.value)" } ?? "nil" }
}

/// The separate storage of a rare value, which is not changed while it has several owners.
@usableFromInline
final class RareBox<Value: Sendable>: @unchecked Sendable {
  // A set through `Rare` is one access: there is nothing to check while the program runs.
  @exclusivity(unchecked) @usableFromInline var value: Value

  @inlinable
  init(_ value: Value) { self.value = value }
}
