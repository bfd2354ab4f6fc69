public import JSON5

/// An attempt as received in a message: docs/policies.md lists the fields with their units.
public struct PolicyAttempt {
  private let message: JSON
  /// The candidates in ascending order of the driver's id.
  public let candidates: [PolicyCandidate]

  /// The scenario's parameters by name; empty if there are none.
  public let parameters: JSON

  init(_ message: JSON, parameters: JSON = .object([])) {
    self.message = message
    self.parameters = parameters
    candidates = (message["candidates"]?.items ?? []).map(PolicyCandidate.init)
  }

  /// The time since the start of the scenario, seconds.
  public var time: Double { message["time_s"]?.real ?? .nan }
  /// The cycle, from 1.
  public var cycle: Int { message["cycle"]?.whole ?? 0 }
  /// The attempt within the cycle, from 1.
  public var attempt: Int { message["attempt"]?.whole ?? 0 }
  /// A uniform draw of 64 bits, the same each time for (seed, replication, request, cycle, attempt).
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
  /// All its fields.
  public let fields: JSON

  /// The driver's id, or name, for use in an answer.
  public var driver: JSON { fields["driver"] ?? .null }

  /// The number in the field `name`; NaN if there is none.
  public subscript(name: String) -> Double { fields[name]?.real ?? .nan }
}
