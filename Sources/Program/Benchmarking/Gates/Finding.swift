import Foundation

/// A gate's verdict on one figure.
public struct Finding: Hashable, Sendable {
  /// Whether a figure has regressed.
  public enum Answer: String, Sendable {
    /// It has regressed.
    case yes
    /// It has not regressed.
    case no
    /// The measurements are inconclusive.
    case cannotTell = "cannot tell"
  }

  /// The case, or the name of a group of cases.
  public let subject: String
  public let answer: Answer
  /// The finding as text.
  public let words: String
  /// The wall-clock time of the gate, in seconds.
  public var seconds = 0.0
}
