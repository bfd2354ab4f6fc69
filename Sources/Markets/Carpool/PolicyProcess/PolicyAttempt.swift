public import JSON5

/// An attempt as a message tells of it: docs/policies.md lists the fields with their units.
public struct PolicyAttempt {
  private let message: JSON
  /// The candidates in ascending order of the driver's id.
  public let candidates: [PolicyCandidate]

  /// The parameters that the scenario gives, by name; empty where it gives none.
  public let parameters: JSON

  init(_ message: JSON, parameters: JSON = .object([])) {
    self.message = message
    self.parameters = parameters
    candidates = (message["candidates"]?.items ?? []).map(PolicyCandidate.init)
  }

  /// Seconds since the start of the scenario.
  public var time: Double { message["time_s"]?.real ?? .nan }
  /// Counts from 1.
  public var cycle: Int { message["cycle"]?.whole ?? 0 }
  /// Counts from 1, anew in each cycle.
  public var attempt: Int { message["attempt"]?.whole ?? 0 }
  /// 64 bits drawn evenly, the same each time for (seed, replication, request, cycle, attempt).
  public var random: UInt64 {
    if case .integer(let number)? = message["random"] { UInt64(truncatingIfNeeded: number) } else { 0 }
  }
  /// The fields of the request.
  public var request: JSON { message["request"] ?? .null }
  /// The promise that the passenger would get.
  public var promise: JSON { message["promise"] ?? .null }
  /// The number of drivers that each stage of the rule left.
  public var funnel: JSON { message["funnel"] ?? .null }
}

/// A candidate as a message tells of it.
public struct PolicyCandidate {
  /// All its fields.
  public let fields: JSON

  /// The driver's id, or name: what an answer names.
  public var driver: JSON { fields["driver"] ?? .null }

  /// The number in the field `name`; not a number where it has none.
  public subscript(name: String) -> Double { fields[name]?.real ?? .nan }
}
