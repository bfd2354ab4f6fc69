public import JSON5
public import Lifecycle
public import Quantities

/// Members common to the accounts of several markets, for JSON output.
extension RequestAccount {
  /// Returns the members for a request's outcome, cause and submission time.
  public static func members<Cause: RawRepresentable<String>>(
    outcome: some RawRepresentable<String>, cause: Cause?, submitted: Milliseconds
  ) -> [JSON.Member] {
    [
      .init("outcome", .text(outcome.rawValue)), .init("cause", .text(cause?.rawValue)),
      .init("submitted_s", .number(submitted.seconds)),
    ]
  }

  /// Returns the members for an attempt, its outcome, and the number of providers left after each funnel stage,
  /// named as the columns of attempts.csv; null if not counted.
  public static func members<Stage: FunnelStage>(
    ofAttempt number: Int32, inCycle cycle: Int32, at time: Milliseconds, outcome: AttemptOutcome,
    cause: Stage.Cause?, funnel: StageCounts<Stage>
  ) -> [JSON.Member] where Stage.Cause: RawRepresentable<String> {
    let counts = Stage.allCases.map { stage in
      JSON.Member(
        stage.column,
        funnel[stage] == StageCounts<Stage>.notCounted ? .null : .integer(funnel[stage]))
    }
    return [
      .init("cycle", .integer(cycle)), .init("attempt", .integer(number)),
      .init("time_s", .number(time.seconds)), .init("outcome", .text(outcome.rawValue)),
      .init("cause", .text(cause?.rawValue)), .init("funnel", .object(counts)),
    ]
  }

  /// Returns seconds; null if there is no time.
  public static func seconds(_ time: Milliseconds?) -> JSON {
    time.flatMap { $0 == .never ? nil : .number($0.seconds) } ?? .null
  }
}
