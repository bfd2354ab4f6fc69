public import Quantities

/// The run that a policy outside the program decides in: what its first message says, and what its files call people.
public struct PolicySubject: Sendable {
  /// The scenario's name.
  public var scenario: String
  public var seed: UInt64
  public var replication: UInt64
  public var geometry: Geometry
  /// The names of requests and drivers in the files.
  public var requestNames: Names
  public var driverNames: Names
  /// True if passengers walk to where cars meet them, so that candidates are told with their walks.
  public var walks: Bool
  /// The folder that relative paths refer to, in which the process works; empty for the working folder.
  public var folder: String

  /// Gathers what is known of a run.
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
