/// A stage of a market's funnel: what a provider has to pass, in the order of the raw values, which count from 0.
///
/// The one list of a market's stages is what its causes, its columns, its documents and its explanations follow from.
public protocol FunnelStage: RawRepresentable<Int>, CaseIterable, Hashable, Sendable {
  associatedtype Cause: RequestCause & Equatable

  /// All that is said of the stage anywhere.
  var words: StageWords<Cause> { get }
  /// Why an attempt fails of which the stage leaves nobody.
  var cause: Cause { get }
  /// What the cause means that the stage fails with, in one sentence.
  var nobody: String { get }
}

/// All that is said of a stage of a funnel anywhere.
public struct StageWords<Cause: RequestCause>: Sendable {
  /// What files call the stage where it fails.
  public let name: String
  /// Why an attempt fails of which the stage leaves nobody.
  public let cause: Cause
  /// The column of attempts.csv that counts whom the stage left, and what that column means, in one sentence.
  public let column: String
  public let count: String
  /// What the stage asks for, in one sentence.
  public let meaning: String
  /// Whom the stage left, in words that follow a number.
  public let left: String
  /// What it means that it left nobody, in one sentence; nil where the cause says it.
  public let nobody: String?
  /// What in a scenario lets the stage leave more.
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
  /// What files call the stage where it fails.
  public var name: String { words.name }
  /// The column of attempts.csv that counts whom the stage left.
  public var column: String { words.column }
  /// What that column counts, in one sentence.
  public var count: String { words.count }
  /// What the stage asks for, in one sentence.
  public var meaning: String { words.meaning }
  /// Whom the stage left, in words that follow a number.
  public var left: String { words.left }
  /// Why an attempt fails of which the stage leaves nobody.
  public var cause: Cause { words.cause }
  /// What that cause means where the words say it, else the stage's name.
  public var nobody: String { words.nobody ?? name }
  /// What in a scenario lets the stage leave more.
  public var remedy: String { words.remedy }

  /// The stage that fails with `cause`; nil where none does.
  public init?(failingWith cause: Cause) {
    guard let stage = Self.allCases.first(where: { $0.cause == cause }) else { return nil }
    self = stage
  }
}

/// How many providers each stage of a funnel left.
public struct StageCounts<Stage: FunnelStage>: Sendable {
  /// Marks a count that nobody made: an empty field in attempts.csv.
  @inlinable public static var notCounted: Int32 { -1 }

  @usableFromInline var left: InlineArray<8, Int32> = InlineArray(repeating: -1)

  /// Nothing is counted yet.
  @inlinable public init() {}

  /// How many providers `stage` left; `notCounted` where nobody counted.
  ///
  /// - Precondition: a funnel has at most eight stages.
  @inlinable public subscript(stage: Stage) -> Int32 {
    get { left[stage.rawValue] }
    set { left[stage.rawValue] = newValue }
  }

  /// The first stage that left nobody; nil where each left somebody or was not counted.
  @inlinable public var emptied: Stage? { Stage.allCases.first { self[$0] == 0 } }
}
