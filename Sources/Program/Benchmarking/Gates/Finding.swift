import Foundation

/// The verdict of a gate on one figure.
public struct Finding: Hashable, Sendable {
  /// The answer to "did it get worse?".
  public enum Answer: String, Sendable {
    /// It did.
    case yes
    /// It did not.
    case no
    /// The measurements do not tell.
    case cannotTell = "cannot tell"
  }

  /// The case, or what several of them have in common.
  public let subject: String
  public let answer: Answer
  /// The finding, in words.
  public let words: String
  /// The wall-clock time that it took to find out, seconds.
  public var seconds = 0.0
}
