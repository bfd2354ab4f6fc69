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

  /// The fault of the parts, in a few words; nil if the parts are consistent.
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

  /// Whether every link leads to an existing node other than its tail, with a time within range.
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

  /// Whether the positions of all nodes match their coordinates; on the globe, where that check would require sines,
  /// whether they lie on the sphere.
  private var positionsFit: Bool {
    guard geometry == .globe else { return positions == coordinates.map(geometry.position(of:)) }
    let square = earthRadius * earthRadius
    let shell = square * 0.999_999...square * 1.000_001
    return positions.allSatisfy { shell.contains($0.squaredLength) }
  }

  /// Returns whether all `places` lie within the limits of coordinates, so that the distances between them are finite.
  private static func lie(_ places: [Coordinates], on geometry: Geometry) -> Bool {
    let farthest = geometry.farthestCoordinates
    return places.allSatisfy { abs($0.x) <= farthest.x && abs($0.y) <= farthest.y }
  }

  /// Returns whether `first` holds valid offsets, which divide `entries` entries consecutively among `owners` owners.
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

extension Network {
  /// Returns the number of strongly connected components and the component of every node.
  ///
  /// Tarjan's algorithm (doi 10.1137/0201010) with an explicit stack, so that long chains do not overflow the thread's
  /// stack.
  ///
  /// - Complexity: O(nodes + links).
  public func strongComponents() -> (count: Int, ofNode: [Int32]) {
    var search = ComponentSearch(self)
    for root in nodes where search.visit[Int(root)] < 0 { search.start(at: root) }
    return (Int(search.count), search.component)
  }

  /// Returns the largest strongly connected component as a network (if several are equally large, the one with the
  /// lowest node), in which every trip has a route; writes the numbers of dropped nodes and links to `report`.
  public func largestStrongComponent(report: inout NetworkReport) -> Network {
    let (count, component) = strongComponents()
    report.components = count
    guard count > 1 else { return self }
    var sizes = [Int](repeating: 0, count: count)
    for part in component { sizes[Int(part)] += 1 }
    let largest = sizes.max() ?? 0
    let kept = component.first { sizes[Int($0)] == largest } ?? 0
    let part = restricted { component[$0] == kept }
    report.nodesDropped = nodeCount - part.nodeCount
    for node in 0..<nodeCount where component[node] != kept {
      report.coordinatesOfDropped[nodeIDs[node]] = coordinates[node]
    }
    report.linksDropped = linkCount - part.linkCount
    return part
  }

  /// Returns the network of the nodes accepted by `isKept` and the links between them, both in unchanged order.
  func restricted(to isKept: (Int) -> Bool) -> Network {
    var newIndex = [NodeIndex](repeating: .none, count: nodeCount)
    var nodes = NodeTable()
    for node in 0..<nodeCount where isKept(node) {
      newIndex[node] = NodeIndex(nodes.ids.count)
      nodes.ids.append(nodeIDs[node])
      nodes.coordinates.append(coordinates[node])
    }
    var links = LinkTable()
    links.shapes.first = shapes.first
    links.shapes.bends = shapes.bends
    for link in 0..<linkCount {
      let arc = outgoing.arcs[link]
      let tail = newIndex[Int(tails[link])]
      let head = newIndex[Int(arc.end)]
      guard tail >= 0, head >= 0 else { continue }
      links.append(
        LinkTable.Row(
          id: linkIDs[link], tail: tail, head: head, metres: metres[link], milliseconds: arc.milliseconds,
          roadClass: roadClasses.isEmpty ? nil : roadClasses[link],
          course: shapes.codes.isEmpty ? 0 : shapes.codes[link]))
    }
    return Network(geometry: geometry, nodes: nodes, links: links, roadClassNames: roadClassNames)
  }
}

/// Tarjan's search for strongly connected components, with an explicit stack.
private struct ComponentSearch {
  private let outgoing: Adjacency<NodeIndex>
  private(set) var component: [Int32]
  private(set) var count: Int32 = 0
  /// The visit number of every node; -1 if not yet visited.
  private(set) var visit: [Int32]
  private var low: [Int32]
  private var nextArc: [Int32]
  private var open: [NodeIndex] = []
  private var calls: [NodeIndex] = []
  private var visits: Int32 = 0

  init(_ network: Network) {
    outgoing = network.outgoing
    component = [Int32](repeating: -1, count: network.nodeCount)
    visit = [Int32](repeating: -1, count: network.nodeCount)
    low = [Int32](repeating: 0, count: network.nodeCount)
    nextArc = network.outgoing.first
  }
  /// Visits all unvisited nodes reachable from `root`.
  mutating func start(at root: NodeIndex) {
    calls.append(root)
    while let node = calls.last {
      if visit[Int(node)] < 0 { enter(node) }
      if nextArc[Int(node)] < outgoing.first[Int(node) + 1] { follow(from: node) } else { leave(node) }
    }
  }

  private mutating func enter(_ node: NodeIndex) {
    visit[Int(node)] = visits
    low[Int(node)] = visits
    visits += 1
    open.append(node)
  }

  /// Follows the next arc of `node`.
  private mutating func follow(from node: NodeIndex) {
    let v = Int(node)
    let head = outgoing.arcs[Int(nextArc[v])].end
    nextArc[v] += 1
    if visit[Int(head)] < 0 {
      calls.append(head)
    } else if component[Int(head)] < 0 {
      low[v] = min(low[v], visit[Int(head)])
    }
  }

  /// Backtracks from `node` after all of its arcs have been followed, and closes the component of `node` if it was the
  /// first visited node of that component.
  private mutating func leave(_ node: NodeIndex) {
    let v = Int(node)
    calls.removeLast()
    if let caller = calls.last { low[Int(caller)] = min(low[Int(caller)], low[v]) }
    guard low[v] == visit[v] else { return }
    while let member = open.popLast() {
      component[Int(member)] = count
      if member == node { break }
    }
    count += 1
  }
}
