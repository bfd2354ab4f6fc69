public import Quantities
import Tables

/// The fault of a program that was started to answer.
public struct ChildFault: Error, Hashable, Sendable {
  public let kind: Kind
  /// The text that it wrote to its standard error.
  public let words: String

  /// Tells that a program did `kind`, and wrote `words` to its standard error.
  public init(kind: Kind, words: String) {
    self.kind = kind
    self.words = words
  }

  /// The kind of fault.
  public enum Kind: Hashable, Sendable {
    /// It ended: with this exit code, or by the signal of this number, negative.
    case ended(Int32)
    /// It closed its standard streams, and went on.
    case closed
    /// It took longer than it may.
    case late(Milliseconds)
    /// It wrote to its standard error.
    case complained
    /// It wrote something that nobody had asked for.
    case spoke(String)
    /// It wrote a line that does not end.
    case endless
  }
}

extension ChildFault.Kind {
  /// The fault, as the end of a sentence, and what would be right.
  public var sentence: String {
    switch self {
    case .ended(let status) where status < 0:
      "it was ended by signal \(-status); a policy goes on until it is told the end"
    case .ended(let status):

      "it ended with exit code \(status); a policy answers each message until it is told the end, and then ends with 0"
    case .closed: "it closed its standard streams; it keeps them until it is told the end"
    case .late(let limit):
      "it took longer than \(limit.seconds) s; let it be faster, or give a longer timeout_s"
    case .complained: "it wrote to its error stream, which stays empty; let it write to a file instead"
    case .spoke(let text):
      "it wrote \(Self.quoted(text)) unasked; its standard output holds one line for each message, and nothing else"
    case .endless: "its line does not end; an answer is one line of JSON, below 1 MiB"
    }
  }

  /// The beginning of `text` between back quotes.
  package static func quoted(_ text: String) -> String {
    let line = text.prefix { $0 != "\n" }
    return "`\(line.count > 120 ? line.prefix(120) + "…" : line)`".visible
  }
}
