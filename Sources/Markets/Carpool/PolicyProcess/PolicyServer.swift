import Glibc
public import JSON5

/// Turns a program into an external policy for Detour, which answers the messages that arrive on its standard input.
///
///     import PolicyProcess
///
///     try PolicyServer.serve { attempt in
///       attempt.candidates.min { $0["added_detour_s"] < $1["added_detour_s"] }?.driver
///     }
///
/// The scenario names the program: `matching: { policy: { command: ["./Mine"] } }`. Standard output is reserved for
/// messages, and output on standard error ends the run.
public enum PolicyServer {
  /// The version of the message protocol.
  static let protocolVersion = 1

  /// The answer to an attempt.
  public struct Choice {
    /// The chosen driver, as given by the candidate's `driver`; nil: none.
    public var driver: JSON?
    /// An explanation of the choice; nil: none.
    public var why: String?

    /// Creates the choice of `driver`, explained by `why`.
    public init(_ driver: JSON?, why: String? = nil) {
      self.driver = driver
      self.why = why
    }
  }

  /// Answers each attempt with the driver returned by `choose`, until the run ends.
  ///
  /// - Parameters:
  ///   - candidateFields: the requested fields of candidates, in addition to `driver`; nil: all. Requesting fewer is
  ///     faster.
  ///   - requestFields: the requested fields of the request; nil: all.
  ///   - parameters: the names of the parameters accepted from the scenario, passed in `PolicyAttempt.parameters`.
  /// - Throws: `PolicyServerError` if a message is invalid, or any error thrown by `choose`.
  public static func serve(
    candidateFields: [String]? = nil, requestFields: [String]? = nil, parameters: [String] = [],
    choosing choose: (PolicyAttempt) throws -> JSON?
  ) throws {
    try serve(candidateFields: candidateFields, requestFields: requestFields, parameters: parameters) {
      Choice(try choose($0))
    }
  }

  /// Answers each attempt like the variant above, but with the choice, optionally explained, that `choose` returns.
  public static func serve(
    candidateFields: [String]? = nil, requestFields: [String]? = nil, parameters: [String] = [],
    choosing choose: (PolicyAttempt) throws -> Choice
  ) throws {
    var given = JSON.object([])
    while let line = readLine() {
      guard let message = JSON(parsing: line), let type = message["type"]?.words else {
        throw PolicyServerError.notAMessage(line)
      }
      switch type {
      case "hello":
        guard message["protocol"]?.whole == protocolVersion else {
          throw PolicyServerError.otherProtocol(line)
        }
        // Versions of Detour without parameters do not send any.
        if let told = message["parameters"] { given = told }
        let taken = message["parameters"] == nil ? nil : parameters
        say(hello(candidateFields, requestFields, taken))
      case "attempt":
        let choice = try choose(PolicyAttempt(message, parameters: given))
        say(
          .object(
            [.init("driver", choice.driver ?? .null)] + (choice.why.map { [.init("why", .text($0))] } ?? [])))
      case "end": return
      default: throw PolicyServerError.notAMessage(line)
      }
    }
  }

  private static func hello(_ candidate: [String]?, _ request: [String]?, _ parameters: [String]?) -> JSON {
    func list(_ name: String, _ fields: [String]?) -> [JSON.Member] {
      fields.map { [.init(name, .list($0.map { .text($0) }))] } ?? []
    }
    return .object(
      [.init("protocol", .integer(Int128(protocolVersion)))]
        + list("candidate", candidate.map { $0.contains("driver") ? $0 : ["driver"] + $0 })
        + list("request", request) + list("parameters", parameters))
  }

  private static func say(_ answer: JSON) {
    print(answer.compact)
    fflush(nil)
  }
}

/// The reason why a message cannot be answered.
public enum PolicyServerError: Error, CustomStringConvertible {
  case notAMessage(String)
  case otherProtocol(String)

  public var description: String {
    switch self {
    case .notAMessage(let line):
      "`\(line.prefix(120))` is not a message from Detour; this program is to be started by the matching.policy of a scenario"
    case .otherProtocol(let line):
      "`\(line.prefix(120))` uses a protocol other than 1; build this program with the same version of Detour"
    }
  }
}

/// An attempt as received in a message; docs/policies.md lists the fields with their units.
public struct PolicyAttempt {
  private let message: JSON
  /// The candidates, in ascending order of driver id.
  public let candidates: [PolicyCandidate]

  /// The scenario's parameters by name; empty if there are none.
  public let parameters: JSON

  init(_ message: JSON, parameters: JSON = .object([])) {
    self.message = message
    self.parameters = parameters
    candidates = (message["candidates"]?.items ?? []).map(PolicyCandidate.init)
  }

  /// The time since the start of the scenario, in seconds.
  public var time: Double { message["time_s"]?.real ?? .nan }
  /// The cycle, from 1.
  public var cycle: Int { message["cycle"]?.whole ?? 0 }
  /// The attempt within the cycle, from 1.
  public var attempt: Int { message["attempt"]?.whole ?? 0 }
  /// A 64-bit uniform draw, always the same for equal (seed, replication, request, cycle, attempt).
  public var random: UInt64 {
    if case .integer(let number)? = message["random"] { UInt64(truncatingIfNeeded: number) } else { 0 }
  }
  /// The fields of the request.
  public var request: JSON { message["request"] ?? .null }
  /// The promise for the passenger.
  public var promise: JSON { message["promise"] ?? .null }
  /// The number of drivers left after each stage of the rule.
  public var funnel: JSON { message["funnel"] ?? .null }
}

/// A candidate as received in a message.
public struct PolicyCandidate {
  /// All fields of the candidate.
  public let fields: JSON

  /// The driver's id or name, as used in answers.
  public var driver: JSON { fields["driver"] ?? .null }

  /// The value of the numeric field `name`; NaN if there is none.
  public subscript(name: String) -> Double { fields[name]?.real ?? .nan }
}
