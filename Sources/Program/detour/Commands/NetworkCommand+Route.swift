import Foundation
import JSON5
import Quantities
import RoadNetwork
import Tables

extension NetworkCommand {
  /// Prints the fastest path between two places or, with `--pairs`, one row for each pair of a table.
  func route() throws {
    guard arguments.operands.count == 1 else {
      throw command.misuse(
        "give the file first and the ends by name: detour network route FILE --from LAT,LON --to LAT,LON")
    }
    let snap = try arguments.numberOrStandard("--snap-m")
    if let pairs = arguments.value("--pairs") {
      for option in ["--from", "--to", "--geojson"] where arguments.has(option) {
        throw arguments.command.misuse("\(option) cannot be combined with --pairs")
      }
      let loaded = try NetworkSource.load(path, options: options())
      let table = try RoutePairs(contentsOf: pairs, loaded.network, snap: snap)
      if arguments.has("--json") { table.printJSON(on: loaded) } else { table.printWays(on: loaded) }
      return
    }
    let ends = (origin: try RouteEnd(arguments, "--from"), destination: try RouteEnd(arguments, "--to"))
    let network = try NetworkSource.load(path, options: options()).network
    let from = try ends.origin.node(of: network, "--from", within: snap)
    let to = try ends.destination.node(of: network, "--to", within: snap)
    var finder = PathFinder(network)
    guard let way = finder.path(from: from, to: to) else {
      throw RouteFault(sentence: "\(path): there is no route between the two points")
    }
    if arguments.has("--geojson") {
      print(RouteText.geoJSON(way, from: from, network).indented, terminator: "")
    } else if arguments.has("--json") {
      print(json: RouteText.json(way, from: from, to: to, network), as: .networkRoute)
    } else {
      print("duration  \(Words.fixed(Double(way.milliseconds) / 1000, 3)) s")
      print("distance  \(Words.fixed(way.metres, 1)) m")
      print("links     \(way.links.count)")
    }
  }
}

/// The reason a route could not be found.
struct RouteFault: InputFault {
  var sentence: String
  var description: String { sentence }
}

/// The start or destination of a route, as given on the command line.
enum RouteEnd {
  case node(id: Int64)
  /// Two coordinates in map order: latitude and longitude, or x and y on a plane.
  case place(Double, Double)

  /// Parses the value of `option`: a node id, or latitude and longitude as shown on maps.
  init(_ arguments: Arguments, _ option: String) throws(UsageError) {
    guard let text = arguments.value(option) else {
      throw arguments.command.misuse("`detour network route` requires \(option) LAT,LON or a node's id")
    }
    if let id = Int64(text) {
      self = .node(id: id)
      return
    }
    let numbers = text.split(separator: ",").map { Double($0.filter { $0 != " " }) }
    guard numbers.count == 2, let first = numbers[0], let second = numbers[1], first.isFinite, second.isFinite
    else {
      throw arguments.command.misuse(
        "\(option) \(text): give two numbers, such as 41.1496,-8.6109, or a node's id")
    }
    self = .place(first, second)
  }

  /// Returns the node of `network` at this start or destination.
  ///
  /// - Throws: `RouteFault` if no node has that id, or none is within `snap` metres.
  func node(of network: Network, _ option: String, within snap: Metres) throws(RouteFault) -> NodeIndex {
    switch self {
    case .node(let id):
      if let node = network.nodeIDs.firstIndex(of: id) { return NodeIndex(node) }
      throw RouteFault(sentence: "\(option) \(id): the network has no node with this id")
    case .place(let first, let second):
      let isGlobe = network.geometry == .globe
      let place = isGlobe ? Coordinates(x: second, y: first) : Coordinates(x: first, y: second)
      if let node = NodeLocator(network).nearest(to: place, within: snap) { return node }
      let turned = Coordinates(x: place.y, y: place.x)
      if isGlobe, !network.surrounds(place), network.surrounds(turned) {
        throw RouteFault(
          sentence:
            "\(option) \(first),\(second): lies outside the network, but inside with the coordinates swapped;"
            + " latitude comes first: \(option) \(second),\(first)")
      }
      throw RouteFault(
        sentence: "\(option): no node of the network lies within \(Int(snap)) m; try --snap-m")
    }
  }
}

extension Network {
  /// Returns whether `place` is in the bounding box of all nodes.
  fileprivate func surrounds(_ place: Coordinates) -> Bool {
    let (xs, ys) = (coordinates.map(\.x), coordinates.map(\.y))
    guard let west = xs.min(), let east = xs.max(), let south = ys.min(), let north = ys.max() else {
      return false
    }
    return (west...east).contains(place.x) && (south...north).contains(place.y)
  }
}

/// A route as JSON or GeoJSON.
private enum RouteText {
  static func json(_ path: Path, from origin: NodeIndex, to destination: NodeIndex, _ network: Network)
    -> JSON
  {
    .object(
      figures(path) + [
        JSON.Member("links", .integer(path.links.count)),
        JSON.Member("from_node_id", .integer(network.nodeIDs[Int(origin)])),
        JSON.Member("to_node_id", .integer(network.nodeIDs[Int(destination)])),
      ])
  }

  static func geoJSON(_ path: Path, from origin: NodeIndex, _ network: Network) -> JSON {
    var line = [network.coordinates[Int(origin)]]
    for link in path.links { line += network.course(of: link).dropFirst() }
    // A line needs two points, even if the route ends where it starts.
    if line.count == 1 { line.append(line[0]) }
    let points = line.map { JSON.list([.number($0.x), .number($0.y)]) }
    let geometry = [JSON.Member("type", .text("LineString")), JSON.Member("coordinates", .list(points))]
    return [
      "type": .text("Feature"), "properties": .object(figures(path)),
      "geometry": .object(geometry),
    ]
  }

  private static func figures(_ path: Path) -> [JSON.Member] {
    [
      JSON.Member("duration_s", rounded(Double(path.milliseconds) / 1000, 1000)),
      JSON.Member("distance_m", rounded(path.metres, 10)),
    ]
  }

  private static func rounded(_ value: Double, _ steps: Double) -> JSON {
    .number((value * steps).rounded() / steps)
  }
}
