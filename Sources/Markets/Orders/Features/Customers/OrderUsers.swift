public import Community
import Scenario

/// Customers who return with their accounts, and leave a service that fails them.
public struct OrderUsers: Hashable, Sendable {
  /// The rules by which they leave; nil if nobody does.
  public var churn: ChurnRules?

  public init() {}
}

extension OrderUsers {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "churn", \.churn, orNull: .object(ChurnRules.members),
          "Churn of customers; failures are orders that were never paid, late, cancelled because of the photo,"
            + " or complained about. `null`: nobody leaves."
        )
      ])
  }
}
