package import Quantities
public import RoadNetwork
public import Scenario
import Spaces
public import Tables

/// The foundation of a scenario's space: a network with its preparation, or open ground.
///
/// It can be shared by threads, and by all runs whose scenarios have equal spaces; each run creates its own spaces from
/// it.
public struct Ground: Sendable {
  /// The input files: those of the network, then the time profile.
  public private(set) var inputs: [InputFile] = []
  /// The area in which trips begin and end; nil: defined by the space itself.
  let bounds: Bounds?
  /// The nodes omitted from the network because no route connects them to the rest.
  private(set) var cutOff: [Int64: Coordinates] = [:]
  /// Notices for the user about the network.
  package private(set) var notices: [InputNotice] = []
  /// The faults of the time profile; the spaces are then created without the profile, so that other faults are found
  /// too.
  package private(set) var faults: [SynthesisError.Fault] = []
  private(set) var nodes: NodeNames?
  private var surface = Surface.open(.plane, speed: 1, circuity: 1)

  private enum Surface: Sendable {
    case open(Geometry, speed: Double, circuity: Double)
    case roads(DailyRouting, snap: Metres)
  }

  /// Creates the ground of `space`, with files relative to `folder`.
  ///
  /// - Parameter method: the routing method; it does not affect results.
  /// - Throws: `NetworkError` or `TableError` with all faults in the network's files.
  public init(
    _ space: Scenario.Space, folder: String, method: RoutingMethod = .advised(questions: nil)
  ) throws {
    bounds = space.bounds
    switch space {
    case .plane(let plane):
      surface = .open(.plane, speed: plane.speedKmh / 3.6, circuity: plane.circuity)
    case .torus(let torus):
      surface = .open(.torus(side: torus.side), speed: torus.speedKmh / 3.6, circuity: torus.circuity)
    case .geographic(let region):
      surface = .open(.globe, speed: region.speedKmh / 3.6, circuity: region.circuity)
    case .city(let city):
      pave(CityPlan(city).network().network, city.routing, folder: folder, method, cachedIn: nil)
    case .network(let network):
      let loaded = try NetworkSource.load(FilePath.path(of: network.file, in: folder))
      cutOff = loaded.report.coordinatesOfDropped
      notices = loaded.report.warnings.map { .network(file: network.file, finding: $0) }
      for file in loaded.files {
        let name = folder.name(ofFileAt: file)
        inputs.append(InputFile(role: "network", path: name, sha256: try Digest.ofFile(file)))
      }
      pave(loaded.network, network.routing, folder: folder, method, cachedIn: loaded.routingFolder)
    }
  }

  /// Returns the network of `space` alone, without preparation; nil for straight-line spaces.
  ///
  /// - Throws: `NetworkError` or `TableError` with all faults in the network's files.
  public static func network(of space: Scenario.Space, folder: String) throws -> Network? {
    switch space {
    case .plane, .torus, .geographic: return nil
    case .city(let city): return CityPlan(city).network().network
    case .network(let network):
      return try NetworkSource.load(FilePath.path(of: network.file, in: folder)).network
    }
  }

  private mutating func pave(
    _ network: Network, _ routing: Scenario.Routing, folder: String, _ method: RoutingMethod,
    cachedIn cache: String?
  ) {
    var profile = TravelTimeProfile.constant
    if let file = routing.timeProfile {
      do throws(TableError) {
        let path = FilePath.path(of: file, in: folder)
        profile = try TravelTimeProfile(contentsOf: path, for: network)
        inputs.append(InputFile(role: "time_profile", path: file, sha256: try Digest.ofFile(path)))
      } catch {
        faults.append(.table(error))
      }
    }
    nodes = NodeNames(network)
    let daily = DailyRouting(
      network, profile: profile, travelTimeFactor: routing.travelTimeFactor, method: method, cachedIn: cache)
    surface = .roads(daily, snap: routing.snap)
  }

  /// Returns the spaces of one run that begins at `time`; `preparing` is called with the progress of preparing the
  /// first slice of the day, if necessary.
  func spaces(_ time: Scenario.Time, preparing: RoutingIndex.Progress) -> DailySpaces {
    switch surface {
    case .open(let geometry, let speed, let circuity):
      DailySpaces(OpenSpace(geometry: geometry, speed: speed, circuity: circuity, bounds: bounds))
    case .roads(let routing, let snap):
      DailySpaces(routing, snap: snap, timeOfDay: time.timeOfDay, preparing: preparing)
    }
  }

  /// Returns the territory of one run that begins at `time`; `preparing` is called with the progress of preparing the
  /// first slice of the day, if necessary.
  package func territory(_ time: Scenario.Time, preparing: RoutingIndex.Progress) -> Territory {
    Territory(spaces(time, preparing: preparing), bounds: bounds, cutOff: cutOff, nodes: nodes)
  }
}

extension Scenario.Space {
  /// The area in which trips begin and end; nil: defined by the space itself.
  fileprivate var bounds: Bounds? {
    switch self {
    case .plane(let plane):
      Bounds(low: Coordinates(x: 0, y: 0), high: Coordinates(x: plane.width, y: plane.height))
    case .geographic(let region):
      Bounds(
        low: Coordinates(x: region.west, y: region.south), high: Coordinates(x: region.east, y: region.north))
    case .torus, .city, .network: nil
    }
  }
}

extension Scenario.Time {
  /// The local time of day at simulated time 0; zero if the scenario does not state it.
  package var timeOfDay: Milliseconds {
    start.map { Milliseconds(1_000 * ($0.seconds - $0.midnight.seconds)) } ?? .zero
  }
}

extension CityPlan {
  /// Creates the plan described by `city`.
  init(_ city: Scenario.City) {
    self.init(
      columns: city.columns, rows: city.rows, blockMetres: city.block, perturbation: city.perturbation,
      arterialEvery: city.arterialEvery, oneWayShare: city.oneWayShare, streetKmh: city.streetKmh,
      arterialKmh: city.arterialKmh, seed: city.seed)
  }
}

extension String {
  /// Returns the path of the file at `path` relative to this scenario folder; a file elsewhere keeps its
  /// path.
  func name(ofFileAt path: String) -> String {
    isEmpty || !path.hasPrefix(self + "/") ? path : String(path.dropFirst(count + 1))
  }
}

extension InputColumn {
  /// Returns the columns of one end of a trip, as found by `EndColumns`; `meaning` is a phrase such as `the pickup`.
  package static func end(_ name: String, _ meaning: String, isOptional: Bool = false) -> [InputColumn] {
    func column(_ ending: String, _ unit: Unit, _ type: ColumnType, _ words: String) -> InputColumn {
      let others = [["_lon", "_lat"], ["_x", "_y"], ["_node_id"]].filter { !$0.contains(ending) }
      let condition = others.map { $0.map { "`\(name)\($0)`" }.joined(separator: " and ") }.joined(
        separator: ", or ")
      return InputColumn(
        name + ending, unit, type,
        isOptional
          ? .optional : .requiredUnless(condition + (others.last?.count == 1 ? " is given" : " are given")),
        "\(words) of \(meaning).")
    }
    return [
      column("_lon", .coordinate, .decimal, "Longitude"), column("_lat", .coordinate, .decimal, "Latitude"),
      column("_x", .coordinate, .decimal, "The x coordinate in metres, or longitude,"),
      column("_y", .coordinate, .decimal, "The y coordinate in metres, or latitude,"),
      column("_node_id", .identifier, .integer, "The node"),
    ]
  }
}

extension InputTable {
  /// The recorded trips that `detour profile` counts.
  public static let times = InputTable(
    "times", "A row per recorded trip, from which `detour profile` reads only the time.",
    [
      InputColumn(
        "pickup_datetime", .none, .text, .required,
        "The date and time, or seconds with --start; `--column` names another column. The time columns of the trip"
          + " formats, `submit_s` and `depart_s` are found automatically.", hasOtherNames: true)
    ])
}
