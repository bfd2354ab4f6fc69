public import Quantities
public import Tables

extension Column {
  /// The way of a case through a team, as far as it has come by the run's end.
  ///
  /// - Parameters:
  ///   - came: the column of when it comes, and what that is in one sentence.
  ///   - take: the case, and when the run ended.
  public static func ofCase(
    _ came: String, _ meaning: String, _ take: @escaping @Sendable (Row) -> (TeamCase, end: Milliseconds)
  ) -> [Column] {
    [
      .seconds(came, meaning) { take($0).0.came },
      .seconds(
        "begun_s", "When somebody begins to work on it, or without a team it comes; empty if after the run."
      ) {
        let (way, end) = take($0)
        return way.begun <= end ? way.begun : nil
      },
      .seconds("decided_s", "When it is decided; empty if after the run.") {
        let (way, end) = take($0)
        return way.decided <= end ? way.decided : nil
      },
    ]
  }
}
