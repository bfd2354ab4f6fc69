import Foundation

/// A gate's verdict on one figure.
public struct Finding: Hashable, Sendable {
  /// The answer to "did it get worse?".
  public enum Answer: String, Sendable {
    /// It got worse.
    case yes
    /// It did not get worse.
    case no
    /// The measurements are inconclusive.
    case cannotTell = "cannot tell"
  }

  /// The case, or the name of a group of cases.
  public let subject: String
  public let answer: Answer
  /// The finding as text.
  public let words: String
  /// The wall-clock time of the gate, seconds.
  public var seconds = 0.0
}
