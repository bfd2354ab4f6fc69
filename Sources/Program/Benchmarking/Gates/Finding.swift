import Foundation
import Quantities

/// What a gate says of one figure.
public struct Finding: Hashable, Sendable {
  /// The answer to "did it get worse?".
  public enum Answer: String, Sendable {
    /// It did.
    case yes
    /// It did not.
    case no
    /// What was measured does not tell.
    case cannotTell = "cannot tell"
  }

  /// The case, or what several of them have in common.
  public let subject: String
  public let answer: Answer
  /// What was found, in words.
  public let words: String
  /// What finding it out took on the wall, seconds.
  public var seconds = 0.0
}
