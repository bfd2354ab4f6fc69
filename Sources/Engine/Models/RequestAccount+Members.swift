public import JSON5
public import Lifecycle
public import Quantities

/// Members that accounts of several markets have in common, for programs.
extension RequestAccount {
  /// The fate of a request, its cause, and its time of submission.
  public static func members<Cause: RawRepresentable<String>>(
    outcome: some RawRepresentable<String>, cause: Cause?, submitted: Milliseconds
  ) -> [JSON.Member] {
    [
      .init("outcome", .text(outcome.rawValue)), .init("cause", .text(cause?.rawValue)),
      .init("submitted_s", .number(submitted.seconds)),
    ]
  }

  /// The attempt, its outcome, and the number that each stage of the funnel left, by the columns of attempts.csv; null
  /// where nobody counted.
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

  /// Seconds; null for a time that does not come.
  public static func seconds(_ time: Milliseconds?) -> JSON {
    time.flatMap { $0 == .never ? nil : .number($0.seconds) } ?? .null
  }
}
