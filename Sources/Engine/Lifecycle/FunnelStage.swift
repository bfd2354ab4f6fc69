/// A stage of a market's funnel: what a provider has to pass, in the order of the raw values, which count from 0.
///
/// The one list of a market's stages is what its causes, its columns, its documents and its explanations follow from.
public protocol FunnelStage: RawRepresentable<Int>, CaseIterable, Hashable, Sendable {
  associatedtype Cause: RequestCause

  /// What files call the stage where it fails.
  var name: String { get }
  /// The column of attempts.csv that counts the providers that the stage left, and its meaning, in one sentence.
  var column: String { get }
  var count: String { get }
  /// What the stage asks for, in one sentence.
  var meaning: String { get }
  /// Whom the stage left, in words that follow a number.
  var left: String { get }
  /// Why an attempt fails of which the stage leaves nobody.
  var cause: Cause { get }
  /// What that cause means, in one sentence.
  var nobody: String { get }
  /// What in a scenario lets the stage leave more.
  var remedy: String { get }
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
