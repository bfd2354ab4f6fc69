public import JSON5
public import Lifecycle
public import Quantities

/// A fact of the account of a request: lines for people, and the members of JSON that hold the same for programs.
///
/// Text and JSON of an account are made from one list of facts, so that neither holds what the other lacks.
public struct AccountFact: Sendable {
  /// Lines without line feeds; none for a fact of which people are told nothing.
  public let lines: [String]
  public let members: [JSON.Member]

  /// States `members`, which people read as `lines`.
  ///
  /// - Precondition: Lines that are not empty come with members.
  public init(_ members: [JSON.Member], _ lines: [String] = []) {
    precondition(!members.isEmpty || lines.allSatisfy(\.isEmpty), "what people read, programs read too")
    self.members = members
    self.lines = lines
  }

  /// States that `key` is `value`, which people read as `lines`.
  public init(_ key: String, _ value: JSON, _ lines: [String] = []) { self.init([.init(key, value)], lines) }
}

extension [AccountFact] {
  /// The lines of the facts, in their order.
  public var lines: [String] { flatMap(\.lines) }
  /// The members of the facts, in their order.
  public var members: [JSON.Member] { flatMap(\.members) }
}

/// The account of a request, attempt by attempt: as text lines, and as JSON members.
public struct RequestAccount: Sendable {
  /// The lines, each ended by a line feed.
  public var text: String
  /// The figures and listed words of the account.
  public var members: [JSON.Member]

  /// Creates an account from its text and its JSON members.
  public init(_ text: String, members: [JSON.Member] = []) {
    self.text = text
    self.members = members
  }
}

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
