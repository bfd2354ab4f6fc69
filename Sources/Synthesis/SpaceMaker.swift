import Quantities
import RoadNetwork
import Scenario
import Spaces
import Tables

/// Makes the spaces that a scenario describes.
struct SpaceMaker {
  let scenario: Scenario
  let folder: String
  let method: RoutingMethod
  let bounds: Bounds?
  /// The files read so far.
  private(set) var inputs: [InputTable] = []
  /// The nodes that were left out of the network because no route joins them with the rest.
  private(set) var cutOff: [Int64: Coordinates] = [:]
  /// What is wrong with the profile; the spaces are then made without it, so that other faults come to light.
  private(set) var faults: [SynthesisError.Fault] = []

  init(scenario: Scenario, folder: String, method: RoutingMethod, bounds: Bounds?) {
    self.scenario = scenario
    self.folder = folder
    self.method = method
    self.bounds = bounds
  }

  /// Reads what the space needs and makes it; `preparing` hears how far the first slice of the day is prepared.
  ///
  /// - Throws: `NetworkError` or `TableError` with everything that is wrong with the network's files.
  mutating func spaces(preparing: RoutingIndex.Progress) throws -> DailySpaces {
    switch scenario.space {
    case .plane(let plane):
      return open(.plane, plane.speedKmh, plane.circuity)
    case .torus(let torus):
      return open(.torus(side: torus.side), torus.speedKmh, torus.circuity)
    case .geographic(let region):
      return open(.globe, region.speedKmh, region.circuity)
    case .city(let city):
      return roads(CityPlan(city).network().network, city.routing, cachedIn: nil, preparing)
    case .network(let network):
      let path = path(of: network.file)
      let loaded = try NetworkSource.load(path)
      cutOff = loaded.report.coordinatesOfDropped
      for file in loaded.files {
        inputs.append(InputTable(role: "network", file: file, sha256: try Digest.ofFile(file)))
      }
      return roads(loaded.network, network.routing, cachedIn: loaded.routingFolder, preparing)
    }
  }

  private func open(_ geometry: Geometry, _ speedKmh: Double, _ circuity: Double) -> DailySpaces {
    DailySpaces(
      OpenSpace(geometry: geometry, speed: speedKmh / 3.6, circuity: circuity, bounds: bounds))
  }

  private mutating func roads(
    _ network: Network, _ routing: Scenario.Routing, cachedIn folder: String?,
    _ preparing: RoutingIndex.Progress
  ) -> DailySpaces {
    var profile = TravelTimeProfile.constant
    if let name = routing.timeProfile { profile = self.profile(name, of: network) ?? .constant }
    let daily = DailyRouting(
      network, profile: profile, travelTimeFactor: routing.travelTimeFactor, method: method,
      cachedIn: folder)
    return DailySpaces(daily, snap: routing.snap, timeOfDay: scenario.time.timeOfDay, preparing: preparing)
  }

  /// Reads the profile in `file`; nil and a fault where that cannot be done.
  private mutating func profile(_ file: String, of network: Network) -> TravelTimeProfile? {
    let path = path(of: file)
    do throws(TableError) {
      let profile = try TravelTimeProfile(contentsOf: path, for: network)
      inputs.append(InputTable(role: "time_profile", file: file, sha256: try Digest.ofFile(path)))
      return profile
    } catch {
      faults.append(.table(error))
      return nil
    }
  }

  private func path(of file: String) -> String {
    file.hasPrefix("/") || folder.isEmpty ? file : folder + "/" + file
  }
}

extension Scenario.Time {
  /// The time since midnight of the local clock at second 0; zero where the scenario does not say.
  fileprivate var timeOfDay: Milliseconds {
    start.map { Milliseconds(1_000 * ($0.seconds - $0.midnight.seconds)) } ?? .zero
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
