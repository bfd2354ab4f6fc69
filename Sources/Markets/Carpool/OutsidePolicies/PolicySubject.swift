import JSON5
public import Matching
public import Quantities

/// A run that is decided by an external policy: the data for the first message, and the names used in the files.
public struct PolicySubject: Sendable {
  /// The scenario's name.
  public var scenario: String
  public var seed: UInt64
  public var replication: UInt64
  public var geometry: Geometry
  /// The names of requests and drivers in the files.
  public var requestNames: Names
  public var driverNames: Names
  /// Whether passengers walk to meeting points, so that messages include walks.
  public var walks: Bool
  /// The rules for windows, for policies that decide windows.
  public var batch = BatchRules()
  /// The working directory of the process, to which relative paths refer; empty: the current directory.
  public var folder: String

  /// Creates the description of a run.
  public init(
    scenario: String, seed: UInt64, replication: UInt64, geometry: Geometry, requestNames: Names = .numbers,
    driverNames: Names = .numbers, walks: Bool = false, folder: String
  ) {
    self.scenario = scenario
    self.seed = seed
    self.replication = replication
    self.geometry = geometry
    self.requestNames = requestNames
    self.driverNames = driverNames
    self.walks = walks
    self.folder = folder
  }

  func name(_ id: Int64, of names: Names) -> MessageValue {
    names.name(of: id).map { .text($0) } ?? .integer(id)
  }
}

extension PolicyParameter.Value {
  /// The value as JSON in messages.
  var json: JSON {
    switch self {
    case .whole(let number): .integer(Int128(number))
    case .number(let number): .number(number)
    case .flag(let flag): .boolean(flag)
    case .text(let text): .text(text)
    }
  }
}

extension OutsidePolicy {
  /// The parameters in the first message.
  var parametersJSON: JSON { .object(parameters.map { .init($0.name, $0.value.json) }) }

  /// Returns, as a sentence, the reason why a policy that accepts only the parameters in `taken` rejects the scenario's
  /// parameters; nil if it accepts them.
  ///
  /// - Parameter remedy: returns how a policy declares a parameter with the given name.
  func refusal(byOneThatTakes taken: [String], _ remedy: (String) -> String) -> String? {
    guard let other = parameters.first(where: { !taken.contains($0.name) })?.name else { return nil }
    let known =
      taken.isEmpty ? "it takes none" : "it takes \(taken.map { "`\($0)`" }.joined(separator: ", "))"
    return
      "the scenario gives it the parameter `\(other)`, but \(known); leave out matching.policy.parameters.\(other),"
      + " or \(remedy(other))"
  }
}
