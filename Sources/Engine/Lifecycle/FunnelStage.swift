/// A stage of a market's funnel: what a provider has to pass, in the order of the raw values, which count from 0.
///
/// The one list of a market's stages is what its causes, its columns, its documents and its explanations follow from.
public protocol FunnelStage: RawRepresentable<Int>, CaseIterable, Hashable, Sendable {
  associatedtype Cause: RequestCause & Equatable

  /// All that is said of the stage anywhere.
  var words: StageWords<Cause> { get }
  /// The cause of failure of an attempt of which the stage leaves nobody.
  var cause: Cause { get }
  /// The meaning of that cause, in one sentence.
  var nobody: String { get }
}

/// All that is said of a stage of a funnel anywhere.
public struct StageWords<Cause: RequestCause>: Sendable {
  /// The name of the stage in the files, where an attempt fails at it.
  public let name: String
  /// The cause of failure of an attempt of which the stage leaves nobody.
  public let cause: Cause
  /// The column of attempts.csv that counts whom the stage left, and what that column means, in one sentence.
  public let column: String
  public let count: String
  /// The condition of the stage, in one sentence.
  public let meaning: String
  /// The providers that the stage left, in words that follow a number.
  public let left: String
  /// The meaning of its leaving nobody, in one sentence; nil where the cause says it.
  public let nobody: String?
  /// The changes to a scenario that let the stage leave more.
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
  /// The name of the stage in the files, where an attempt fails at it.
  public var name: String { words.name }
  /// The column of attempts.csv that counts whom the stage left.
  public var column: String { words.column }
  /// The meaning of that column, in one sentence.
  public var count: String { words.count }
  /// The condition of the stage, in one sentence.
  public var meaning: String { words.meaning }
  /// The providers that the stage left, in words that follow a number.
  public var left: String { words.left }
  /// The cause of failure of an attempt of which the stage leaves nobody.
  public var cause: Cause { words.cause }
  /// The meaning of that cause where the words say it, else the stage's name.
  public var nobody: String { words.nobody ?? name }
  /// The changes to a scenario that let the stage leave more.
  public var remedy: String { words.remedy }

  /// The stage that fails with `cause`; nil where none does.
  public init?(failingWith cause: Cause) {
    guard let stage = Self.allCases.first(where: { $0.cause == cause }) else { return nil }
    self = stage
  }
}

/// The number of providers that each stage of a funnel left.
public struct StageCounts<Stage: FunnelStage>: Sendable {
  /// Marks a count that nobody made: an empty field in attempts.csv.
  @inlinable public static var notCounted: Int32 { -1 }

  @usableFromInline var left: InlineArray<8, Int32> = InlineArray(repeating: -1)

  /// Nothing is counted yet.
  @inlinable public init() {}

  /// The number of providers that `stage` left; `notCounted` where nobody counted.
  ///
  /// - Precondition: a funnel has at most eight stages.
  @inlinable public subscript(stage: Stage) -> Int32 {
    get { left[stage.rawValue] }
    set { left[stage.rawValue] = newValue }
  }

  /// The first stage that left nobody; nil where each left somebody or was not counted.
  @inlinable public var emptied: Stage? { Stage.allCases.first { self[$0] == 0 } }
}
