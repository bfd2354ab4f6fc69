import Scenario

/// The rules for providers who sign up during the run and have no rating until a client's review is shown.
public struct UnratedRules: Equatable, Sendable {
  /// The stars that searches assume for an unrated provider, and the weight of this assumption, in reviews, once there
  /// are reviews.
  public var rating = 4.0
  public var weight: Int64 = 5

  public init() {}

  /// The assumed rating, in thousandths of a star.
  var prior: Int32 { Int32((1_000 * rating).rounded()) }
}

extension UnratedRules {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "rating", \.rating, .number(.from(1, to: 5), "stars"),
          "The rating that searches assume for an unrated provider; clients who require more do not see them."
        ),
        Field(
          "weight", \.weight, .integer(0, to: 1_000_000),
          "The weight of the assumed rating, in reviews, once the first review is shown."
        ).idle {
          $1.services.behaviour.conduct.reviews.probability == 0
            ? "nobody reviews work (`behaviour.reviews.probability` is 0)" : nil
        },
      ])
  }
}

extension Field<ConductRules.Reviews> {
  /// The field that makes newcomers begin without a rating.
  static var unrated: Self {
    Self(
      "unrated", \.unrated, orAbsent: .object(UnratedRules.members),
      "Providers who sign up during the run start unrated. `null`: they start with a rating, drawn or listed as for the others."
    ).idle { _, scenario in scenario.services.withoutNewcomers }
  }
}
