package import Ground
package import Quantities
package import RoadNetwork
public import Scenario
package import Spaces
public import Tables

/// A scenario of the services market ready to run: its space, providers and jobs, and the files they were read
/// from.
public struct ServicesWorld {
  public let scenario: Scenario
  /// The folder to which the scenario's files are relative.
  public let folder: String
  package let spaces: DailySpaces
  package let setup: ServicesSetup
  /// The names of providers and jobs in the files.
  package let providerNames: Names
  package let jobNames: Names
  /// All files read, those of the space first.
  public let inputs: [InputFile]
  /// Notices for the user, as sentences.
  public let notices: [String]

  /// Prepares `scenario` on `ground`, which was made for its space; its files are relative to `folder`.
  ///
  /// - Throws: `SynthesisError` with everything that is wrong.
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

  /// Prepares `scenario`; its files are relative to `folder`.
  ///
  /// - Throws: `NetworkError`, `TableError` or `SynthesisError`, with everything that is wrong.
  package init(_ scenario: Scenario, folder: String) throws {
    try self.init(scenario, folder: folder, on: Ground(scenario.space, folder: folder))
  }
}
