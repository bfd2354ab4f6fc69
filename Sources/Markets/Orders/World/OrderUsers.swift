public import Community

/// Customers who come back with their accounts, and leave a service that fails them.
public struct OrderUsers: Hashable, Sendable {
  /// The rules by which they leave; nil if nobody does.
  public var churn: ChurnRules?

  public init() {}
}
