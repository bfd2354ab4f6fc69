/// A stage of a market's funnel: a condition on providers, applied in the order of the raw values, from 0.
///
/// Causes, columns, documents and explanations are derived from the stages.
public protocol FunnelStage: RawRepresentable<Int>, CaseIterable, Hashable, Sendable {
  associatedtype Cause: RequestCause & Equatable

  /// The texts of the stage.
  var words: StageWords<Cause> { get }
  /// The cause of failure of an attempt if no provider passes the stage.
  var cause: Cause { get }
  /// The meaning of `cause`, in one sentence.
  var nobody: String { get }
}

/// The texts of a funnel stage.
public struct StageWords<Cause: RequestCause>: Sendable {
  /// The stage's name in the result files, for attempts that fail at it.
  public let name: String
  /// The cause of failure of an attempt if no provider passes the stage.
  public let cause: Cause
  /// The column of attempts.csv with the number of providers left after the stage, and its meaning, in one
  /// sentence.
  public let column: String
  public let count: String
  /// The condition of the stage, in one sentence.
  public let meaning: String
  /// A noun phrase for the remaining providers, worded to follow a number.
  public let left: String
  /// The explanation if no provider is left, in one sentence; nil if the cause needs none.
  public let nobody: String?
  /// Changes to the scenario that would leave more providers.
  public let remedy: String

  public init(
    name: String, cause: Cause, column: String, count: String, meaning: String, left: String,
    nobody: String? = nil, remedy: String
  ) {
    self.name = name
    self.cause = cause
    self.column = column
    self.count = count
    self.meaning = meaning
    self.left = left
    self.nobody = nobody
    self.remedy = remedy
  }
}

extension FunnelStage {
  /// The stage's name in the result files, for attempts that fail at it.
  public var name: String { words.name }
  /// The column of attempts.csv with the number of providers left after the stage.
  public var column: String { words.column }
  /// The meaning of `column`, in one sentence.
  public var count: String { words.count }
  /// The condition of the stage, in one sentence.
  public var meaning: String { words.meaning }
  /// A noun phrase for the remaining providers, worded to follow a number.
  public var left: String { words.left }
  /// The cause of failure of an attempt if no provider passes the stage.
  public var cause: Cause { words.cause }
  /// The meaning of `cause`, or the stage's name if there is no text.
  public var nobody: String { words.nobody ?? name }
  /// Changes to the scenario that would leave more providers.
  public var remedy: String { words.remedy }

  /// Creates the stage at which attempts fail with `cause`; nil if there is none.
  public init?(failingWith cause: Cause) {
    guard let stage = Self.allCases.first(where: { $0.cause == cause }) else { return nil }
    self = stage
  }
}

/// The number of providers left after each stage of a funnel.
public struct StageCounts<Stage: FunnelStage>: Sendable {
  /// Marks a stage that was not counted: an empty field in attempts.csv.
  @inlinable public static var notCounted: Int32 { -1 }

  @usableFromInline var left: InlineArray<8, Int32> = InlineArray(repeating: -1)

  /// Creates counts in which no stage was counted.
  @inlinable public init() {}

  /// The number of providers left after `stage`; `notCounted` if not counted.
  ///
  /// - Precondition: a funnel has at most eight stages.
  @inlinable public subscript(stage: Stage) -> Int32 {
    get { left[stage.rawValue] }
    set { left[stage.rawValue] = newValue }
  }

  /// The first counted stage with no provider left; nil if there is none.
  @inlinable public var emptied: Stage? { Stage.allCases.first { self[$0] == 0 } }
}
