import Quantities

/// Cuts ways into links at the nodes where turns are possible.
struct WayCutter {
  private let ways: OSMWays
  private let nodes: OSMNodes
  /// The contiguous parts of ways: lists of nodes with coordinates, with no two consecutive nodes equal.
  private var parts: [(way: Int, nodes: Range<Int>)] = []
  /// The nodes of all parts, as indices in `nodes`.
  private var stations: [Int32] = []
  /// The number of occurrences of every node in the parts; ends count twice, so that 2 or more means a junction.
  private var uses: [UInt8]
  private var missing = 0

  init(_ ways: OSMWays, _ nodes: OSMNodes) {
    self.ways = ways
    self.nodes = nodes
    uses = Array(repeating: 0, count: nodes.ids.count)
    missing = nodes.ids.indices.count { !nodes.isLocated($0) }
    for way in ways.ids.indices { addParts(of: way) }
  }

  private mutating func addParts(of way: Int) {
    var start = stations.count
    for id in ways.nodes[ways.first[way]..<ways.first[way + 1]] {
      let node = nodes.index(of: id)
      if !nodes.isLocated(node) {
        endPart(way, from: start)
        start = stations.count
      } else if stations.count == start || stations[stations.count - 1] != Int32(node) {
        stations.append(Int32(node))
      }
    }
    endPart(way, from: start)
  }

  private mutating func endPart(_ way: Int, from start: Int) {
    guard stations.count - start > 1 else {
      stations.removeSubrange(start...)
      return
    }
    parts.append((way, start..<stations.count))
    for station in [start, stations.count - 1] { use(stations[station]) }
    for station in start..<stations.count { use(stations[station]) }
  }

  private mutating func use(_ node: Int32) { uses[Int(node)] = min(2, uses[Int(node)] + 1) }

  /// Returns the network of all links, and writes the counts to `report`.
  func network(report: inout NetworkReport) -> Network {
    var builder = NetworkBuilder(
      geometry: .globe, roadClassNames: ["other"] + CarProfile.classes.map(\.name))
    var junctions = [NodeIndex](repeating: .none, count: nodes.ids.count)
    for node in nodes.ids.indices where uses[node] > 1 {
      junctions[node] = builder.addNode(id: nodes.ids[node], at: nodes.coordinates(node))
    }
    for part in parts {
      var start = part.nodes.lowerBound
      for station in part.nodes.dropFirst() where junctions[Int(stations[station])] >= 0 {
        addLinks(
          stations[start...station], junctions, ways.ids[part.way], ways.usages[part.way], &builder, &report)
        start = station
      }
    }
    report.nodesMissing = missing
    report.selfLoopsDropped = builder.selfLoopsDropped
    return builder.build()
  }

  private func addLinks(
    _ course: ArraySlice<Int32>, _ junctions: [NodeIndex], _ id: Int64, _ usage: CarProfile.Usage,
    _ builder: inout NetworkBuilder, _ report: inout NetworkReport
  ) {
    let points = course.map { nodes.coordinates(Int($0)) }
    let tail = junctions[Int(course[course.startIndex])]
    let head = junctions[Int(course[course.endIndex - 1])]
    let metres = Self.length(points)
    let bends = tail == head ? 0 : builder.addCourse(points.dropFirst().dropLast())
    let directions = [
      (tail, head, usage.forwardKmh, bends), (head, tail, usage.backwardKmh, -bends),
    ]
    for (from, to, kmh, bends) in directions {
      guard let kmh else { continue }
      report.linksRead += 1
      guard let time = Network.milliseconds(metres: metres, kilometresPerHour: kmh) else {
        report.linksTooLong += 1
        continue
      }
      builder.addLink(
        id: id, from: from, to: to, metres: metres, milliseconds: time,
        roadClass: UInt8(usage.roadClass + 1), course: bends)
    }
  }

  /// Returns the total great-circle distance along `points`, rounded to millimetres, so that it is the same on machines
  /// whose sine functions differ in the last bit.
  private static func length(_ points: [Coordinates]) -> Metres {
    let positions = points.map(Geometry.globe.position(of:))
    let metres = zip(positions, positions.dropFirst()).reduce(0) { $0 + Geometry.globe.distance($1.0, $1.1) }
    return (metres * 1000).rounded() / 1000
  }
}
