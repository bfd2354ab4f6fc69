package import Ground
package import Quantities
package import RoadNetwork
public import Scenario
package import Spaces
public import Tables

/// A services scenario that is ready to run: its space, providers and jobs, and the files they were read from.
public struct ServicesWorld {
  public let scenario: Scenario
  /// The folder to which the scenario's files are relative.
  public let folder: String
  package let spaces: DailySpaces
  package let setup: ServicesSetup
  /// The names of providers and jobs in files.
  package let providerNames: Names
  package let jobNames: Names
  /// All files read, starting with those of the space.
  public let inputs: [InputFile]
  /// Notices for the user, one sentence each.
  public let notices: [String]

  /// Prepares `scenario` on `ground`, which was created for its space; paths of files are relative to `folder`.
  ///
  /// - Throws: `SynthesisError` with all faults found.
  package init(
    _ scenario: Scenario, folder: String, on ground: Ground,
    preparing: RoutingIndex.Progress = { _ in }
  ) throws(SynthesisError) {
    let territory = ground.territory(scenario.time, preparing: preparing)
    var maker = ServicesMaker(scenario, in: territory, folder: folder)
    var faults = ground.faults
    do throws(SynthesisError) { try maker.make() } catch { faults += error.faults }
    guard faults.isEmpty else { throw SynthesisError(faults: faults) }
    self.scenario = scenario
    self.folder = folder
    spaces = territory.spaces
    setup = maker.setup()
    providerNames = maker.providerNames
    jobNames = maker.jobNames
    inputs = ground.inputs + maker.inputs
    notices = ground.notices.map(\.description) + maker.notices
  }

  /// Prepares `scenario`; paths of files are relative to `folder`.
  ///
  /// - Throws: `NetworkError`, `TableError` or `SynthesisError`, with all faults found.
  package init(_ scenario: Scenario, folder: String) throws {
    try self.init(scenario, folder: folder, on: Ground(scenario.space, folder: folder))
  }
}
