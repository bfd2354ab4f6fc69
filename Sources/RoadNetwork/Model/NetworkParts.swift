import Quantities

/// The arrays of a network as `Network` names them, before it is known whether they fit each other.
struct NetworkParts {
  var geometry: Geometry
  var nodeIDs: [Int64]
  var coordinates: [Coordinates]
  var positions: [Position]
  var outgoing: Adjacency
  var incoming: Adjacency
  var incomingLinks: [Int32]
  var tails: [Int32]
  var metres: [Metres]
  var linkIDs: [Int64]
  var roadClasses: [UInt8]
  var roadClassNames: [String]
  var shapes: LinkShapes

  /// What does not fit, in a few words; nil where the parts make a network that every search can trust.
  var fault: String? {
    let nodeCount = nodeIDs.count
    let linkCount = tails.count
    guard coordinates.count == nodeCount, positions.count == nodeCount, metres.count == linkCount,
      linkIDs.count == linkCount, incomingLinks.count == linkCount,
      roadClasses.isEmpty || roadClasses.count == linkCount
    else { return "its arrays differ in length" }
    guard Self.areBounds(outgoing.first, owners: nodeCount, entries: linkCount),
      Self.areBounds(incoming.first, owners: nodeCount, entries: linkCount),
      Self.areSound(outgoing.arcs, linkCount, nodeCount), Self.areSound(incoming.arcs, linkCount, nodeCount),
      Self.lie(in: 0..<Int32(linkCount), incomingLinks)
    else { return "links lead to nodes that are not there" }
    guard tailsFit(nodeCount) else { return "links leave other nodes than they are listed at" }
    guard coordinates.allSatisfy({ $0.x.isFinite && $0.y.isFinite }),
      positions.allSatisfy({ $0.squaredLength.isFinite }), metres.allSatisfy({ $0 >= 0 && $0.isFinite })
    else { return "a number is not finite" }
    return shapesFit(linkCount) ? nil : "courses do not fit the links"
  }

  private func tailsFit(_ nodeCount: Int) -> Bool {
    for node in 0..<nodeCount {
      for link in outgoing.first[node]..<outgoing.first[node + 1] where tails[Int(link)] != Int32(node) {
        return false
      }
    }
    return true
  }

  private func shapesFit(_ linkCount: Int) -> Bool {
    let codes = shapes.codes
    guard codes.isEmpty || codes.count == linkCount, !shapes.first.isEmpty,
      Self.areBounds(shapes.first, owners: shapes.count, entries: shapes.bends.count)
    else { return false }
    let most = Int32(shapes.count)
    return Self.lie(in: -most..<most + 1, codes) && shapes.bends.allSatisfy { $0.x.isFinite && $0.y.isFinite }
  }

  /// Whether `first` divides `entries` entries among `owners` owners, one after the other.
  private static func areBounds(_ first: [Int32], owners: Int, entries: Int) -> Bool {
    guard first.count == owners + 1, first[0] == 0, first[owners] == entries else { return false }
    var ascends = true
    for owner in 0..<owners { ascends = ascends && first[owner] <= first[owner + 1] }
    return ascends
  }

  private static func areSound(_ arcs: [Arc], _ linkCount: Int, _ nodeCount: Int) -> Bool {
    guard arcs.count == linkCount else { return false }
    let nodes = 0..<Int32(nodeCount)
    let times = 1..<Network.horizon
    var sound = true
    for arc in arcs { sound = sound && nodes.contains(arc.node) && times.contains(arc.milliseconds) }
    return sound
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
      outgoing: outgoing, incoming: incoming, incomingLinks: incomingLinks, tails: tails, metres: metres,
      linkIDs: linkIDs, roadClasses: roadClasses, roadClassNames: roadClassNames, shapes: shapes)
  }
}
