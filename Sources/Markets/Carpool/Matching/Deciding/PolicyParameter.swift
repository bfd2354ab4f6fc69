/// A value that a scenario gives to a policy outside the program under a name that the policy knows.
public struct PolicyParameter: Hashable, Sendable {
  public var name: String
  public var value: Value

  /// The value of a parameter.
  public enum Value: Hashable, Sendable {
    case whole(Int64)
    case number(Double)
    case flag(Bool)
    case text(String)
  }

  /// Gives `value` under `name`.
  public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }
}
