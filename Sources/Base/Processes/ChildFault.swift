public import Quantities
import Tables

/// The failure of a child process.
public struct ChildFault: Error, Hashable, Sendable {
  public let kind: Kind
  /// The text that the child wrote to its standard error.
  public let words: String

  /// Creates the failure `kind` of a child that wrote `words` to its standard error.
  public init(kind: Kind, words: String) {
    self.kind = kind
    self.words = words
  }

  /// The kind of fault.
  public enum Kind: Hashable, Sendable {
    /// The child ended: its exit code, or the negative number of the signal that ended it.
    case ended(Int32)
    /// The child closed its standard streams, but did not end.
    case closed
    /// The child exceeded its time limit.
    case late(Milliseconds)
    /// The child wrote to its standard error.
    case complained
    /// The child wrote a line without being asked.
    case spoke(String)
    /// The child wrote a line that exceeds the length limit.
    case endless
  }
}

extension ChildFault.Kind {
  /// The failure as the end of a sentence, with the remedy.
  public var sentence: String {
    switch self {
    case .ended(let status) where status < 0:
      "it was terminated by signal \(-status); a policy must run until the `end` message"
    case .ended(let status):

      "it ended with exit code \(status); a policy must answer each message until the `end` message and then exit with 0"
    case .closed: "it closed its standard streams; they must stay open until the `end` message"
    case .late(let limit):
      "it took longer than \(limit.seconds) s; make it faster, or give a longer timeout_s"
    case .complained: "it wrote to its standard error, which must stay empty; write to a file instead"
    case .spoke(let text):
      "it wrote \(Self.quoted(text)) unrequested; its standard output must contain exactly one line per message"
    case .endless: "its line does not end; an answer must be one line of JSON below 1 MiB"
    }
  }

  /// Returns the beginning of `text` in back quotes.
  package static func quoted(_ text: String) -> String {
    let line = text.prefix { $0 != "\n" }
    return "`\(line.count > 120 ? line.prefix(120) + "…" : line)`".visible
  }
}
