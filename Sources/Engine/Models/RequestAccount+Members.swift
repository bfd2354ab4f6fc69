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
      .init("outcome", .text(outcome.rawValue)), .init("cause", text(cause?.rawValue)),
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
        funnel[stage] == StageCounts<Stage>.notCounted ? .null : .integer(Int128(funnel[stage])))
    }
    return [
      .init("cycle", .integer(Int128(cycle))), .init("attempt", .integer(Int128(number))),
      .init("time_s", .number(time.seconds)), .init("outcome", .text(outcome.rawValue)),
      .init("cause", text(cause?.rawValue)), .init("funnel", .object(counts)),
    ]
  }

  /// A text; null for none.
  public static func text(_ text: String?) -> JSON { text.map { .text($0) } ?? .null }

  /// Seconds; null for a time that does not come.
  public static func seconds(_ time: Milliseconds?) -> JSON {
    time.flatMap { $0 == .never ? nil : .number($0.seconds) } ?? .null
  }

  /// A whole number; null for none.
  public static func integer(_ number: (some BinaryInteger)?) -> JSON {
    number.map { .integer(Int128($0)) } ?? .null
  }
}
