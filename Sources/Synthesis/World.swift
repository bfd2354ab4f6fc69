import Foundation
import Market
import Quantities
public import RoadNetwork
public import Scenario
public import Spaces
import Tables

/// A scenario made ready to run: its space, its drivers and requests, and the files they came from.
///
///     let world = try World(contentsOf: "Scenarios/quickstart.json5")
///
/// A space belongs to one run at a time; what it stands on, the network, is shared.
public struct World {
  public let scenario: Scenario
  /// Where cars drive, by the time of their departure.
  public let spaces: DailySpaces
  public let population: Population
  /// All files read: what for, under which path, and the hash of what they hold.
  public let inputs: [InputTable]

  /// Reads the scenario in the file `path` and makes it ready, with `overrides` (`field=value`) put into it.
  ///
  /// - Throws: `ScenarioError`, `NetworkError` or `SynthesisError`, with everything that is wrong.
  public init(contentsOf path: String, overrides: [String] = []) throws {
    let scenario = try Scenario.load(contentsOf: path, overrides: overrides)
    try self.init(scenario, folder: (path as NSString).deletingLastPathComponent)
  }

  /// Makes `scenario` ready; its files are relative to `folder`.
  ///
  /// - Parameters:
  ///   - method: how a network answers; it changes no result.
  ///   - preparing: hears how far the network is prepared, where that has to be done.
  /// - Throws: `NetworkError` or `SynthesisError`, with everything that is wrong.
  public init(
    _ scenario: Scenario, folder: String, method: RoutingMethod = .advised(questions: nil),
    preparing: RoutingIndex.Progress = { _, _ in }
  ) throws {
    let bounds = Self.bounds(of: scenario)
    var maker = SpaceMaker(scenario: scenario, folder: folder, method: method, bounds: bounds)
    let spaces = try maker.spaces(preparing: preparing)
    let territory = Territory(spaces, bounds: bounds, cutOff: maker.cutOff)
    do throws(SynthesisError) {
      population = try Population.make(scenario, in: territory, folder: folder)
    } catch {
      throw SynthesisError(faults: maker.faults + error.faults)
    }
    guard maker.faults.isEmpty else { throw SynthesisError(faults: maker.faults) }
    self.scenario = scenario
    self.spaces = spaces
    inputs = maker.inputs + population.inputs
  }

  /// Where trips may begin and end; nil where the space itself says so.
  private static func bounds(of scenario: Scenario) -> Bounds? {
    switch scenario.space {
    case .plane(let plane):
      Bounds(low: Coordinates(x: 0, y: 0), high: Coordinates(x: plane.width, y: plane.height))
    case .geographic(let region):
      Bounds(
        low: Coordinates(x: region.west, y: region.south), high: Coordinates(x: region.east, y: region.north))
    case .torus, .city, .network: nil
    }
  }
}

extension Scenario {
  /// Reads the scenario in the file `path`, with `overrides` (`field=value`) put into it.
  ///
  /// - Throws: `TableError` where the file cannot be read, `ScenarioError` with everything wrong in it.
  public static func load(contentsOf path: String, overrides: [String] = []) throws -> Scenario {
    try load(text: FileBytes(contentsOf: path).text, file: path, overrides: overrides)
  }
}
