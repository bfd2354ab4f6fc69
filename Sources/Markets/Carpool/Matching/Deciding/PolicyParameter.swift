/// A named value passed from a scenario to an external policy.
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

  /// Creates the parameter `name` with `value`.
  public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }
}
