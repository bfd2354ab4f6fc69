import Glibc
public import Processes
public import Quantities
public import Tables

/// The reason a policy outside the program cannot be asked, or the fault of its answer.
public struct OutsidePolicyError: Error, Hashable, Sendable {
  /// The policy's name in the results.
  public let policy: String
  /// The command, or the library, as it was given.
  public let source: String
  public let problem: Problem

  public enum Problem: Hashable, Sendable {
    /// The process cannot be started.
    case notStarted(SystemFault, program: String, folder: String)
    /// The library cannot be loaded, or lacks what it must have; the sentence says it.
    case notLoaded(String)
    /// The scenario gives it parameters that it does not take; the sentence says it.
    case refused(String)
    /// The process failed at this point.
    case failed(at: Moment, ChildFault)
    /// The answer is none; the sentence says what is wrong and what would be right.
    case badAnswer(at: Moment, answer: String, String)
  }

  /// The moment at which something went wrong.
  public enum Moment: Hashable, Sendable {
    case hello
    case attempt(request: String, cycle: Int32, attempt: Int32, time: Milliseconds)
    case end
  }

  /// True if the scenario is to blame, which names what is not there.
  public var isOfInput: Bool {
    switch problem {
    case .notStarted, .notLoaded, .refused: true
    case .failed, .badAnswer: false
    }
  }
}

extension OutsidePolicyError.Moment {
  /// The words for it, as a part of a place.
  var words: String {
    switch self {
    case .hello: "at the message hello"
    case .attempt(let request, let cycle, let attempt, let time):
      "request \(request), cycle \(cycle), attempt \(attempt) at \(Words.clock(time)) (\(time.seconds) s)"
    case .end: "at the message end"
    }
  }
}

extension OutsidePolicyError: CustomStringConvertible {
  /// The fault, its place, and what would be right; what the process wrote to its error stream stands below.
  public var description: String {
    let place = "policy `\(policy)` (\(Words.shortened(source, to: 100)))".visible
    switch problem {
    case .notStarted(let fault, let program, let folder):
      if fault == SystemFault(number: EAGAIN) {
        return
          "\(place): `\(program.visible)` cannot be started, for the system grants no more processes; raise \(Threads.limits)"
      }
      let base = folder.isEmpty ? "the working folder" : folder
      return
        "\(place): `\(program.visible)` cannot be started (\(fault)); matching.policy.command begins with a program on the"
        + " path, or with the path of one, from \(base)"
    case .notLoaded(let sentence), .refused(let sentence): return "\(place): \(sentence)"
    case .failed(let moment, let fault):
      let words = fault.words.split(separator: "\n").suffix(40).map { "\n  " + String($0).visible }.joined()
      return "\(place): \(moment.words): \(fault.kind.sentence)"
        + (fault.words.isEmpty ? "" : "; it wrote:\(words)")
    case .badAnswer(let moment, let answer, let sentence):
      return "\(place): \(moment.words): it answered \(Self.quoted(answer)); \(sentence)"
    }
  }

  private static func quoted(_ text: String) -> String { ChildFault.Kind.quoted(text) }
}
