import Quantities
import Tables

/// The nodes of a node table by their ids; coordinates stand in `x_coord, y_coord` or in `lon, lat`.
struct GMNSNodes {
  var indices: [Int64: NodeIndex] = [:]
  /// The nodes whose ids are no whole numbers.
  private var named: [String: NodeIndex] = [:]
  /// The fault of the values; links are read all the same, so that their faults are told as well.
  var fault: TableError?

  /// Whether an id is no whole number, so that all nodes are numbered from 1 in the order of their table.
  var areNumbered: Bool { !named.isEmpty }

  init(
    _ rows: consuming CSVReader, _ units: GMNSUnits, into builder: inout NetworkBuilder
  ) throws(TableError) {
    let id = rows.column("node_id")
    let isGMNS = rows.columnNames.contains("x_coord") || !rows.columnNames.contains("lon")
    let x = rows.column(isGMNS ? "x_coord" : "lon")
    let y = rows.column(isGMNS ? "y_coord" : "lat")
    try rows.checkColumns()
    let bounds = CoordinateBounds(units.geometry)
    while rows.next() {
      let faultsBefore = rows.faultCount
      let number = rows.int64IfAny(id)
      let name = number == nil ? rows.name(id) : nil
      guard rows.faultCount == faultsBefore else { continue }
      let coordinates = Coordinates(x: rows.double(x), y: rows.double(y))
      if rows.faultCount == faultsBefore {
        if abs(coordinates.x) > bounds.x { rows.recordValue(x, expected: .other(bounds.expectedX)) }
        if abs(coordinates.y) > bounds.y { rows.recordValue(y, expected: .other(bounds.expectedY)) }
      }
      guard number.flatMap({ indices[$0] }) ?? name.flatMap({ named[$0] }) == nil else {
        rows.recordValue(id, expected: .other("an id that no other node has"))
        continue
      }
      let node = builder.addNode(id: number ?? 0, at: coordinates)
      if let number { indices[number] = node }
      if let name { named[name] = node }
    }
    if areNumbered { builder.numberNodes() }
    do throws(TableError) { try rows.finish() } catch { fault = error }
  }

  /// The node whose id stands in `column` of `rows`; 0 and a fault where there is none.
  func node(_ column: CSVColumn, _ rows: inout CSVReader) -> NodeIndex {
    if let id = rows.int64IfAny(column), let node = indices[id] { return node }
    let faultsBefore = rows.faultCount
    if !named.isEmpty, let name = rows.name(column), let node = named[name] { return node }
    if rows.faultCount == faultsBefore {
      rows.recordValue(column, expected: .other("the id of a node of the node table"))
    }
    return 0
  }
}

/// The farthest that coordinates lie from 0.
private struct CoordinateBounds {
  let x: Double
  let y: Double
  let expectedX: String
  let expectedY: String

  init(_ geometry: Geometry) {
    let isGlobe = geometry == .globe
    (x, y) = (geometry.farthestCoordinates.x, geometry.farthestCoordinates.y)
    let ofPlane = "a coordinate from -1000000000 to 1000000000"
    expectedX = isGlobe ? "a longitude from -180 to 180" : ofPlane
    expectedY =
      isGlobe ? "a latitude from -90 to 90 (longitude and latitude may be swapped, or in metres)" : ofPlane
  }
}
