public import Matching
public import Quantities

/// The run of an external policy: the data of its first message, and the names in its files.
public struct PolicySubject: Sendable {
  /// The scenario's name.
  public var scenario: String
  public var seed: UInt64
  public var replication: UInt64
  public var geometry: Geometry
  /// The names of requests and drivers in the files.
  public var requestNames: Names
  public var driverNames: Names
  /// Whether passengers walk to meeting points, so that candidates have walks.
  public var walks: Bool
  /// The rules of windows, for a policy that decides them.
  public var batch = BatchRules()
  /// The process's working folder, to which relative paths refer; empty: the current one.
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
