public import Quantities
public import Tables

extension Column {
  /// Returns the columns of a team's handling of a case, as far as it got by the end of the run.
  ///
  /// - Parameters:
  ///   - came: the name of the arrival column; `meaning` is its description in one sentence.
  ///   - take: returns the case and the end of the run.
  public static func ofCase(
    _ came: String, _ meaning: String, _ take: @escaping @Sendable (Row) -> (TeamCase, end: Milliseconds)
  ) -> [Column] {
    [
      .seconds(came, meaning) { take($0).0.came },
      .seconds(
        "begun_s", "The start of processing or, without a team, the arrival; empty if after the run."
      ) {
        let (way, end) = take($0)
        return way.begun <= end ? way.begun : nil
      },
      .seconds("decided_s", "The time of the decision; empty if after the run.") {
        let (way, end) = take($0)
        return way.decided <= end ? way.decided : nil
      },
    ]
  }
}
