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
  /// - Parameter method: how a network answers; it changes no result.
  /// - Throws: `NetworkError` or `SynthesisError`, with everything that is wrong.
  public init(
    _ scenario: Scenario, folder: String, method: RoutingMethod = .advised(questions: nil)
  ) throws {
    var inputs: [InputTable] = []
    var cutOff: [Int64: Coordinates] = [:]
    let spaces = try DailySpaces(Self.space(of: scenario, folder: folder, method, &inputs, &cutOff))
    let territory = Territory(spaces, bounds: Self.bounds(of: scenario), cutOff: cutOff)
    population = try Population.make(scenario, in: territory, folder: folder)
    self.scenario = scenario
    self.spaces = spaces
    self.inputs = inputs + population.inputs
  }

  private static func space(
    of scenario: Scenario, folder: String, _ method: RoutingMethod, _ inputs: inout [InputTable],
    _ cutOff: inout [Int64: Coordinates]
  ) throws -> any Space {
    switch scenario.space {
    case .plane(let plane):
      return OpenSpace(
        geometry: .plane, speed: plane.speedKmh / 3.6, circuity: plane.circuity,
        bounds: Self.bounds(of: scenario))
    case .torus(let torus):
      return OpenSpace(
        geometry: .torus(side: torus.side), speed: torus.speedKmh / 3.6, circuity: torus.circuity)
    case .geographic(let region):
      return OpenSpace(
        geometry: .globe, speed: region.speedKmh / 3.6, circuity: region.circuity,
        bounds: Self.bounds(of: scenario))
    case .city(let city):
      let (network, _) = CityPlan(city).network()
      let factor = city.routing.travelTimeFactor
      let scaled = factor == 1 ? network : network.scaled(travelTimeFactor: factor)
      return NetworkSpace(RoutingIndex(scaled, method: method), snap: city.routing.snap)
    case .network(let network):
      let path = network.file.hasPrefix("/") || folder.isEmpty ? network.file : folder + "/" + network.file
      let loaded = try NetworkSource.load(path)
      cutOff = loaded.report.coordinatesOfDropped
      for file in loaded.files {
        let digest = try Digest.ofFile(file)
        inputs.append(InputTable(role: "network", file: file, sha256: digest))
      }
      let scaled = loaded.network.scaled(travelTimeFactor: network.routing.travelTimeFactor)
      let index = RoutingIndex(scaled, method: method, beside: path)
      return NetworkSpace(index, snap: network.routing.snap)
    }
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

extension CityPlan {
  /// The plan that `city` describes.
  init(_ city: Scenario.City) {
    self.init(
      columns: city.columns, rows: city.rows, blockMetres: city.block, perturbation: city.perturbation,
      arterialEvery: city.arterialEvery, oneWayShare: city.oneWayShare, streetKmh: city.streetKmh,
      arterialKmh: city.arterialKmh, seed: city.seed)
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
