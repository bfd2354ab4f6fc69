public import JSON5
public import Lifecycle
public import Quantities

/// A fact in the account of a request: text lines for people, and JSON members with the same content for programs.
///
/// The text and the JSON of an account are created from one list of facts, so that they have the same content.
public struct AccountFact: Sendable {
  /// The lines, without line feeds; empty for a fact that appears only in the JSON.
  public let lines: [String]
  public let members: [JSON.Member]

  /// Creates a fact with `members`, shown to people as `lines`.
  ///
  /// - Precondition: if any line is not empty, there are members.
  public init(_ members: [JSON.Member], _ lines: [String] = []) {
    precondition(!members.isEmpty || lines.allSatisfy(\.isEmpty), "what people read, programs read too")
    self.members = members
    self.lines = lines
  }

  /// Creates a fact with `value` for `key`, shown to people as `lines`.
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
  /// The content of the account as JSON members.
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

  /// Returns the members for an attempt, its outcome, and the number of providers left after each funnel stage, named
  /// like the columns of attempts.csv; null if not counted.
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

  /// Returns `time` in seconds; null if it is nil or `.never`.
  public static func seconds(_ time: Milliseconds?) -> JSON {
    time.flatMap { $0 == .never ? nil : .number($0.seconds) } ?? .null
  }
}
