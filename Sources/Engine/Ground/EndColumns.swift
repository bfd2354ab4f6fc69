import Quantities
package import Spaces
package import Tables

/// The columns that locate one end of a trip, by a node's id or by coordinates.
package struct EndColumns {
  private let node: CSVOptionalColumn
  private let x: CSVColumn?
  private let y: CSVColumn?
  private let territory: Territory

  /// Finds the columns of the trip end called `name` (`origin` or `destination`); coordinate columns end in `_lon`,
  /// `_lat` or `_x`, `_y` if the space is in degrees, otherwise in `_x`, `_y`.
  ///
  /// If there are none, the preferred ones are reported as missing.
  package init(_ name: String, _ rows: inout CSVReader, in territory: Territory) {
    self.territory = territory
    let nodes = rows.optionalColumn(name + "_node_id")
    node = nodes
    let isGlobe = territory.space.geometry == .globe
    let pairs = isGlobe ? [("_lon", "_lat"), ("_x", "_y")] : [("_x", "_y")]
    let names = rows.columnNames
    let found = pairs.first { names.contains(name + $0.0) || names.contains(name + $0.1) }
    if let pair = found ?? (nodes.isPresent && territory.isNetwork ? nil : pairs[0]) {
      x = rows.column(name + pair.0)
      y = rows.column(name + pair.1)
    } else {
      x = nil
      y = nil
    }
  }

  /// Finds the columns according to the same rules; nil if the file has none of them.
  package init?(ifPresent name: String, _ rows: inout CSVReader, in territory: Territory) {
    let isGlobe = territory.space.geometry == .globe
    let endings = ["_node_id", "_x", "_y"] + (isGlobe ? ["_lon", "_lat"] : [])
    let names = rows.columnNames
    guard endings.contains(where: { names.contains(name + $0) }) else { return nil }
    self.init(name, &rows, in: territory)
  }

  /// Returns whether all of these columns are empty in the row.
  package func isEmpty(_ rows: borrowing CSVReader) -> Bool {
    rows.isEmpty(node) && x.map { rows.isEmpty($0) } ?? true && y.map { rows.isEmpty($0) } ?? true
  }

  /// Returns the trip end in the row, with the cause if it is unusable; records a fault if the row has none.
  package func read(_ rows: inout CSVReader) -> (place: Place, cause: EndCause?) {
    if territory.isNetwork, let id = rows.int64(node) {
      if let place = territory.place(ofNode: id) { return (place, nil) }
      return territory.end(cutOff: id) ?? (.nowhere, .unknownNode)
    }
    guard let x, let y else {
      rows.recordValue(node, expected: .other("the id of a node of the network"))
      return (.nowhere, .unknownNode)
    }
    if territory.space.geometry == .globe { return territory.end(longitude: x, latitude: y, &rows) }
    return territory.end(at: Coordinates(x: rows.double(x), y: rows.double(y)))
  }

  /// Records that the trip end in the row is unusable because of `cause`.
  package func record(_ cause: EndCause, _ rows: inout CSVReader) {
    switch cause {
    case .outsideSpace: record("a place inside the space", &rows)
    case .offNetwork: record("a place at most space.snap_m from a node of the network", &rows)
    case .unknownNode: record("a node of the network", &rows)
    default: record("a place reachable by a route", &rows)
    }
  }

  /// Records that the trip end in the row is faulty; `expected` describes a valid one.
  package func record(_ expected: String, _ rows: inout CSVReader) {
    if let x, rows.isEmpty(node) {
      rows.recordValue(x, expected: .other(expected))
    } else {
      rows.recordValue(node, expected: .other(expected))
    }
  }
}

extension Territory {
  /// Returns the trip end at the longitude and latitude in two columns, with the cause if it is unusable; records a
  /// fault if the values are not degrees.
  package func end(
    longitude: CSVColumn, latitude: CSVColumn, _ rows: inout CSVReader
  ) -> (place: Place, cause: EndCause?) {
    let point = Coordinates(x: rows.double(longitude), y: rows.double(latitude))
    if point.x.magnitude > 180 {
      rows.recordValue(longitude, expected: .other("a longitude from -180 to 180"))
    }
    if point.y.magnitude > 90 { rows.recordValue(latitude, expected: .other("a latitude from -90 to 90")) }
    return end(at: point)
  }
}
