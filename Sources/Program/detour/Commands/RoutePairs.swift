import JSON5
import Quantities
import RoadNetwork
import Tables

/// A table of pairs of places, between which the fastest paths are printed as rows or objects.
struct RoutePairs {
  /// The nodes of each pair; nil if no node is near enough.
  private let pairs: [(from: NodeIndex?, to: NodeIndex?)]

  /// Reads the table at `path`. Each place is a node id (`from` or `from_node_id`) or a point (`from_lon, from_lat`,
  /// or `from_x, from_y` on a plane); the columns for `to` are analogous.
  ///
  /// - Throws: `TableError` with all invalid fields.
  init(contentsOf path: String, _ network: Network, snap: Metres) throws(TableError) {
    var rows = try CSVReader(contentsOf: path, as: .pairs)
    let from = PairColumns("from", &rows, network)
    let to = PairColumns("to", &rows, network)
    try rows.checkColumns()
    let nodes = Dictionary(zip(network.nodeIDs, network.nodes), uniquingKeysWith: { first, _ in first })
    let locator = from.needsLocator || to.needsLocator ? NodeLocator(network) : nil
    var pairs: [(from: NodeIndex?, to: NodeIndex?)] = []
    while rows.next() {
      pairs.append((from.node(&rows, nodes, locator, snap), to.node(&rows, nodes, locator, snap)))
    }
    try rows.finish()
    self.pairs = pairs
  }

  /// Prints one object per pair, in order, or null if there is no path.
  func printJSON(on source: LoadedNetwork) {
    var rows: [JSON] = []
    forEachWay(on: source) { from, to, way in
      rows.append([
        "from": .integer(from), "to": .integer(to),
        "time_s": .number(way.map { Double($0.milliseconds) / 1000 }), "length_m": .number(way?.metres),
        "reachable": .boolean(way != nil),
      ])
    }
    print(json: .list(rows), as: .networkPairs)
  }

  /// Prints one row per pair, in order; the fields are empty if there is no path.
  func printWays(on source: LoadedNetwork) {
    var writer = CSVWriter()
    for name in ["from", "to", "time_s", "length_m", "reachable"] { writer.field(name) }
    writer.endRow()
    forEachWay(on: source) { from, to, way in
      writer.field(from)
      writer.field(to)
      writer.field(way.map { Milliseconds(Int64($0.milliseconds)) })
      writer.field(way?.metres, decimals: 3)
      writer.field(way != nil)
      writer.endRow()
    }
    writer.withBytes { Outlet.output.put($0) }
  }

  /// Calls `body` for each pair, in order, with the node ids and the fastest path; each nil if missing.
  private func forEachWay(on source: LoadedNetwork, _ body: (Int64?, Int64?, Path?) -> Void) {
    let network = source.network
    var router = Router(RoutingIndex(network, of: source, method: .advised(questions: pairs.count)))
    for (from, to) in pairs {
      var way: Path?
      if let from, let to { way = router.path(from: from, to: to) }
      body(from.map { network.nodeIDs[Int($0)] }, to.map { network.nodeIDs[Int($0)] }, way)
    }
  }
}

/// The columns of one of the two places.
private struct PairColumns {
  private enum Kind {
    case node(CSVColumn)
    case place(CSVColumn, CSVColumn)
  }

  private let kind: Kind
  private let isGlobe: Bool

  init(_ name: String, _ rows: inout CSVReader, _ network: Network) {
    isGlobe = network.geometry == .globe
    let names = rows.columnNames
    if let column = [name, name + "_node_id"].first(where: names.contains) {
      kind = .node(rows.column(column))
    } else {
      kind = .place(
        rows.column(name + (isGlobe ? "_lon" : "_x")), rows.column(name + (isGlobe ? "_lat" : "_y")))
    }
  }

  var needsLocator: Bool { if case .place = kind { true } else { false } }

  /// Returns the node given in the row; nil if none is near enough, or if the field is invalid, which is recorded as a
  /// fault.
  func node(
    _ rows: inout CSVReader, _ nodes: [Int64: NodeIndex], _ locator: NodeLocator?, _ snap: Metres
  ) -> NodeIndex? {
    switch kind {
    case .node(let column):
      let faults = rows.faultCount
      let node = nodes[rows.int64(column)]
      if node == nil, rows.faultCount == faults {
        rows.recordValue(column, expected: .other("the id of a node of the network"))
      }
      return node
    case .place(let x, let y):
      let place = Coordinates(x: rows.double(x), y: rows.double(y))
      if isGlobe, abs(place.x) > 180 { rows.recordValue(x, expected: .other("a longitude from -180 to 180")) }
      if isGlobe, abs(place.y) > 90 { rows.recordValue(y, expected: .other("a latitude from -90 to 90")) }
      return locator?.nearest(to: place, within: snap)
    }
  }
}
