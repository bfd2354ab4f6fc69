import Quantities

/// The arrays of a network, named as in `Network`, before their consistency is checked.
struct NetworkParts {
  var geometry: Geometry
  var nodeIDs: [Int64]
  var coordinates: [Coordinates]
  var positions: [Position]
  var outgoing: Adjacency<NodeIndex>
  var metres: [Metres]
  var linkIDs: [Int64]
  var roadClasses: [UInt8]
  var roadClassNames: [String]
  var shapes: LinkShapes

  /// The fault of the parts, in a few words; nil if all searches can rely on the network.
  var fault: String? {
    let nodeCount = nodeIDs.count
    let linkCount = outgoing.arcs.count
    guard coordinates.count == nodeCount, positions.count == nodeCount, metres.count == linkCount,
      linkIDs.count == linkCount,
      roadClasses.isEmpty || roadClasses.count == linkCount
    else { return "its arrays differ in length" }
    guard Self.areBounds(outgoing.first, owners: nodeCount, entries: linkCount), linksAreSound else {
      return "its links are not sound"
    }
    guard Self.lie(coordinates, on: geometry), Self.lie(shapes.bends, on: geometry),
      metres.allSatisfy({ $0 >= 0 && $0 <= Network.longestLink })
    else { return "a number is out of range" }
    guard positionsFit else { return "positions do not fit the coordinates" }
    guard roadClassNames.count <= TravelTimeProfile.roadClasses,
      roadClassNames.isEmpty || roadClasses.allSatisfy({ $0 < roadClassNames.count })
    else { return "a road class has no name" }
    return shapesFit(linkCount) ? nil : "courses do not fit the links"
  }

  /// Whether every link leads to another existing node in a time within range.
  ///
  /// - Precondition: the bounds of the links are sound.
  private var linksAreSound: Bool {
    let nodes = 0..<NodeIndex(nodeIDs.count)
    let times = 1..<Network.horizon
    var sound = true
    for node in nodes {
      for arc in outgoing.arcs[outgoing.range(of: node)] {
        sound = sound && nodes.contains(arc.end) && arc.end != node && times.contains(arc.milliseconds)
      }
    }
    return sound
  }

  private func shapesFit(_ linkCount: Int) -> Bool {
    let codes = shapes.codes
    guard codes.isEmpty || codes.count == linkCount, !shapes.first.isEmpty,
      Self.areBounds(shapes.first, owners: shapes.count, entries: shapes.bends.count)
    else { return false }
    let most = Int32(shapes.count)
    return Self.lie(in: -most..<most + 1, codes)
  }

  /// Whether the positions of all nodes match their coordinates; on the globe, where that would take sines, whether
  /// they lie on the sphere.
  private var positionsFit: Bool {
    guard geometry == .globe else { return positions == coordinates.map(geometry.position(of:)) }
    let square = earthRadius * earthRadius
    let shell = square * 0.999_999...square * 1.000_001
    return positions.allSatisfy { shell.contains($0.squaredLength) }
  }

  /// Returns whether all `places` have finite distances from each other.
  private static func lie(_ places: [Coordinates], on geometry: Geometry) -> Bool {
    let farthest = geometry.farthestCoordinates
    return places.allSatisfy { abs($0.x) <= farthest.x && abs($0.y) <= farthest.y }
  }

  /// Returns whether `first` divides `entries` entries consecutively among `owners` owners.
  static func areBounds(_ first: [Int32], owners: Int, entries: Int) -> Bool {
    guard first.count == owners + 1, first[0] == 0, first[owners] == entries else { return false }
    var ascends = true
    for owner in 0..<owners { ascends = ascends && first[owner] <= first[owner + 1] }
    return ascends
  }

  private static func lie(in range: Range<Int32>, _ values: [Int32]) -> Bool {
    var lie = true
    for value in values { lie = lie && range.contains(value) }
    return lie
  }
}

extension Network {
  /// The arrays of the network.
  var parts: NetworkParts {
    NetworkParts(
      geometry: geometry, nodeIDs: nodeIDs, coordinates: coordinates, positions: positions,
      outgoing: outgoing, metres: metres, linkIDs: linkIDs, roadClasses: roadClasses,
      roadClassNames: roadClassNames, shapes: shapes)
  }
}
