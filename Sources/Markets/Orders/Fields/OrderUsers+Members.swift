import Community
import Scenario

extension OrderUsers {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "churn", \.churn, orNull: .object(ChurnRules.members),
          "When customers leave: failures are orders that were never paid, late, cancelled for the photo, or complained about; `null` if nobody does."
        )
      ])
  }
}
