import Quantities
import Tables

/// The nodes of a node table by id; coordinates are in `x_coord, y_coord` or in `lon, lat`.
struct GMNSNodes {
  var indices: [Int64: NodeIndex] = [:]
  /// The nodes with ids that are not integers.
  private var named: [String: NodeIndex] = [:]
  /// The fault of the node table; links are read nevertheless, so that their faults are reported too.
  var fault: TableError?

  /// Whether some id is not an integer, so that all nodes are numbered from 1 in the order of their table.
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

  /// Returns the node with the id in `column` of `rows`; 0, with a fault, if there is none.
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

/// The bounds of coordinates.
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
