import Glibc
public import Processes
public import Quantities
public import Tables

/// The reason why an external policy failed.
public struct OutsidePolicyError: Error, Hashable, Sendable {
  /// The policy's name in the results.
  public let policy: String
  /// The command or the library path, as given.
  public let source: String
  public let problem: Problem

  public enum Problem: Hashable, Sendable {
    /// The process could not be started.
    case notStarted(SystemFault, program: String, folder: String)
    /// The library could not be loaded, or lacks a required function; the sentence has the details.
    case notLoaded(String)
    /// The policy rejects its parameters, or cannot decide what the scenario lets it decide; the sentence has the details.
    case refused(String)
    /// The process failed at the given moment.
    case failed(at: Moment, ChildFault)
    /// The answer is invalid; the last value names the fault and the remedy.
    case badAnswer(at: Moment, answer: String, String)
  }

  /// The point in the exchange at which a failure occurred.
  public enum Moment: Hashable, Sendable {
    case hello
    case attempt(request: String, cycle: Int32, attempt: Int32, time: Milliseconds)
    case window(end: Milliseconds, requests: Int)
    case end
  }

  /// Whether the input is at fault, because it refers to something that does not exist.
  public var isOfInput: Bool {
    switch problem {
    case .notStarted, .notLoaded, .refused: true
    case .failed, .badAnswer: false
    }
  }
}

extension OutsidePolicyError.Moment {
  /// The moment in words, used to say where the failure occurred.
  var words: String {
    switch self {
    case .hello: "at the `hello` message"
    case .attempt(let request, let cycle, let attempt, let time):
      "request \(request), cycle \(cycle), attempt \(attempt) at \(Words.clock(time)) (\(time.seconds) s)"
    case .window(let end, let requests):
      "window of \(Words.plural(requests, "request")) that ends at \(Words.clock(end)) (\(end.seconds) s)"
    case .end: "at the `end` message"
    }
  }
}

extension OutsidePolicyError: CustomStringConvertible {
  /// The message: fault, location and remedy, followed by the output of the process on standard error.
  public var description: String {
    let place = "policy `\(policy)` (\(Words.shortened(source, to: 100)))".visible
    switch problem {
    case .notStarted(let fault, let program, let folder):
      if fault == SystemFault(number: EAGAIN) {
        return
          "\(place): `\(program.visible)` cannot be started because the system grants no more processes; raise \(Threads.limits)"
      }
      let base = folder.isEmpty ? "the working folder" : folder
      return
        "\(place): `\(program.visible)` cannot be started (\(fault)); matching.policy.command must begin with a program on the"
        + " PATH, or with a path to one, relative to \(base)"
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
