import CarpoolScenario
public import Ground
package import Matching
public import RoadNetwork
public import Scenario
public import Spaces
public import Tables
import Travellers

/// A scenario prepared for a run: its space, drivers, requests and source files.
///
///     let input = try CarpoolInput(contentsOf: "Scenarios/quickstart.json5")
///
/// A space belongs to one run at a time; runs share the underlying network.
public struct CarpoolInput {
  public let scenario: Scenario
  /// The folder to which the scenario's files are relative.
  public let folder: String
  /// The spaces in which cars drive, by departure time.
  public let spaces: DailySpaces
  public let population: Population
  /// The meeting places for passengers who walk; nil if the scenario does not list any.
  package let meetingPlaces: MeetingPlaces?
  /// All input files, with role, path and content hash.
  public let inputs: [InputFile]
  private let groundNotices: [InputNotice]

  /// Reads and prepares the scenario in the file at `path`, with `overrides` (`field=value`).
  ///
  /// - Throws: `ScenarioError`, `NetworkError` or `SynthesisError`, listing all faults.
  public init(contentsOf path: String, overrides: [String] = []) throws {
    let scenario = try Scenario.load(contentsOf: path, overrides: overrides)
    try self.init(scenario, folder: FilePath.folder(of: path))
  }

  /// Prepares `scenario`, with files relative to `folder`.
  ///
  /// - Parameters:
  ///   - method: the routing method; it does not affect results.
  /// - progress: called with the progress of preparing the network, if necessary, and of drawing travellers.
  /// - Throws: `NetworkError` or `SynthesisError`, listing all faults.
  public init(
    _ scenario: Scenario, folder: String, method: RoutingMethod = .advised(questions: nil),
    progress: Preparation.Progress = { _ in }
  ) throws {
    let ground = try Ground(scenario.space, folder: folder, method: method)
    try self.init(scenario, folder: folder, on: ground, progress: progress)
  }

  /// Prepares `scenario` on `ground`, created from its space.
  ///
  /// - Parameter stock: a cache of travellers, shared by scenarios with the same input.
  /// - Throws: `SynthesisError`, listing all faults.
  public init(
    _ scenario: Scenario, folder: String, on ground: Ground, sharing stock: InputStock? = nil,
    progress: Preparation.Progress = { _ in }
  ) throws(SynthesisError) {
    var territory = ground.territory(scenario.time) { progress(.network($0)) }
    territory.roundsEnds = scenario.matching.stops == .shared
    var faults = ground.faults
    var meeting: (places: MeetingPlaces, input: InputFile, notices: [InputNotice])?
    do throws(SynthesisError) {
      meeting = try Self.meetingPlaces(of: scenario, in: territory, folder: folder)
    } catch { faults += error.faults }
    do throws(SynthesisError) {
      population = try Population.make(
        scenario, in: territory, folder: folder, sharing: stock, progress: progress)
    } catch { throw SynthesisError(faults: faults + error.faults) }
    if let meeting {
      faults += [Self.unreachable(population, meeting.places, reach: scenario.matching.walking.reach)]
        .compactMap(\.self)
    }
    typealias Fault = SynthesisError.Fault
    func refuse(
      _ count: Int, for obstacle: (sentence: String, fields: [String])?, as fault: (Int, String) -> Fault
    ) throws(SynthesisError) {
      guard count > 0, let obstacle else { return }
      throw SynthesisError(faults: faults + [fault(count, obstacle.sentence)])
    }
    let (drivers, carpool) = (population.drivers, scenario.carpool)
    try refuse(
      drivers.count(where: \.waits), for: scenario.obstacleToWaiting, as: Fault.withoutDestination)
    try refuse(drivers.count { $0.ownRequest != nil }, for: carpool.obstacleToRoles, as: Fault.carOwners)
    try refuse(
      drivers.count(where: \.isFlexible), for: carpool.obstacleToSlack ?? carpool.obstacleToFreeDepartures,
      as: Fault.freeDepartures)
    try refuse(
      population.requests.count(where: \.hasOwnStops), for: scenario.obstacleToOwnStops, as: Fault.ownStops)
    let policyInputs: [InputFile]
    do throws(TableError) {
      policyInputs = try scenario.policyInputs(in: folder)
    } catch { throw SynthesisError(faults: faults + [.table(error)]) }
    guard faults.isEmpty else { throw SynthesisError(faults: faults) }
    self.scenario = scenario
    self.folder = folder
    spaces = territory.spaces
    meetingPlaces = meeting?.places
    inputs = ground.inputs + population.inputs + [meeting?.input].compactMap(\.self) + policyInputs
    groundNotices = ground.notices + (meeting?.notices ?? [])
  }
}

extension CarpoolInput {
  /// The notices for the user about the input files.
  public var notices: [InputNotice] {
    groundNotices + population.notices + [scenario.priceAboveCost].compactMap(\.self)
  }
}
