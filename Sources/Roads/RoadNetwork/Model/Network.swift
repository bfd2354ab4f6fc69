public import Quantities

/// A road network: nodes with coordinates, joined by directed links with travel times in whole milliseconds.
///
/// Links are numbered from 0: grouped by tail, with the links of a tail in source order. That order is part of the
/// network, because it breaks ties between shortest paths (`PathFinder`). Parallel links are allowed, self-loops are
/// not. A network is immutable, so threads can share it.
public final class Network: Sendable {
  /// The duration at or above which trips count as impossible, milliseconds (12.4 days), so that sums of two times fit
  /// in 32 bits.
  public static let horizon: Int32 = 1 << 30

  /// The maximum length of a link, metres: longer than any road on Earth.
  public static let longestLink: Metres = 1e9

  /// The geometry of straight lines between nodes: `.plane` or `.globe`.
  public let geometry: Geometry
  /// The id of every node in its source.
  public let nodeIDs: [Int64]
  /// The coordinates of every node.
  public let coordinates: [Coordinates]
  /// The position of every node, metres.
  public let positions: [Position]

  /// The outgoing links of every node; arc e is link e, its end the link's head.
  public let outgoing: Adjacency<NodeIndex>
  /// The incoming links of every node; the end of an arc is the link's tail.
  public let incoming: Adjacency<NodeIndex>

  /// The tail of every link.
  public let tails: [NodeIndex]
  /// The length of every link, metres.
  public let metres: [Metres]
  /// The id of every link in its source; the two directions of a two-way link share one.
  public let linkIDs: [Int64]
  /// The road class of every link, numbered by the importer; empty if the source has none.
  public let roadClasses: [UInt8]
  /// The names of the road classes, by number; empty if there are none.
  public let roadClassNames: [String]
  /// The courses of links between their ends; empty if the source has none.
  public let shapes: LinkShapes

  /// The number of nodes.
  @inlinable public var nodeCount: Int { nodeIDs.count }
  /// The number of directed links.
  @inlinable public var linkCount: Int { tails.count }

  /// The indices of all nodes.
  @inlinable public var nodes: Range<NodeIndex> { 0..<NodeIndex(nodeCount) }
  /// The indices of all links.
  @inlinable public var links: Range<LinkIndex> { 0..<LinkIndex(linkCount) }

  /// Returns the head of `link`.
  @inlinable public func head(of link: LinkIndex) -> NodeIndex { outgoing.arcs[Int(link)].end }

  /// Returns the travel time of `link`, milliseconds.
  @inlinable public func milliseconds(of link: LinkIndex) -> Int32 { outgoing.arcs[Int(link)].milliseconds }

  /// Returns the adjacency of `direction`: outgoing or incoming links.
  @inlinable
  public func adjacency(_ direction: ArcDirection) -> Adjacency<NodeIndex> {
    direction == .forward ? outgoing : incoming
  }

  /// Creates a network of `nodes` and `links`, with tails and heads as indices in `nodes`.
  init(geometry: Geometry, nodes: NodeTable, links: LinkTable, roadClassNames: [String] = []) {
    let order = links.orderByTail(nodeCount: nodes.ids.count)
    self.geometry = geometry
    nodeIDs = nodes.ids
    coordinates = nodes.coordinates
    positions = nodes.coordinates.map(geometry.position(of:))
    tails = order.map { links.tails[$0] }
    metres = order.map { links.metres[$0] }
    linkIDs = order.map { links.ids[$0] }
    roadClasses = links.roadClasses.isEmpty ? [] : order.map { links.roadClasses[$0] }
    self.roadClassNames = roadClassNames
    shapes = links.shapes.kept(codes: links.shapes.codes.isEmpty ? [] : order.map { links.shapes.codes[$0] })
    let arcs = order.map { Arc(end: links.heads[$0], milliseconds: links.milliseconds[$0]) }
    outgoing = Adjacency(first: offsets(of: tails, nodeCount: nodes.ids.count), arcs: arcs)
    incoming = Self.reversed(outgoing, tails: tails)
  }

  private init(_ other: Network, milliseconds: [Int32]) {
    geometry = other.geometry
    nodeIDs = other.nodeIDs
    coordinates = other.coordinates
    positions = other.positions
    tails = other.tails
    metres = other.metres
    linkIDs = other.linkIDs
    roadClasses = other.roadClasses
    roadClassNames = other.roadClassNames
    shapes = other.shapes
    let arcs = zip(other.outgoing.arcs, milliseconds).map { Arc(end: $0.end, milliseconds: $1) }
    outgoing = Adjacency(first: other.outgoing.first, arcs: arcs)
    incoming = Self.reversed(outgoing, tails: tails)
  }

  /// Creates a network from its parts.
  ///
  /// - Precondition: `parts.fault` is nil.
  init(parts: NetworkParts) {
    geometry = parts.geometry
    nodeIDs = parts.nodeIDs
    coordinates = parts.coordinates
    positions = parts.positions
    outgoing = parts.outgoing
    tails = Self.tails(of: parts.outgoing)
    incoming = Self.reversed(outgoing, tails: tails)
    metres = parts.metres
    linkIDs = parts.linkIDs
    roadClasses = parts.roadClasses
    roadClassNames = parts.roadClassNames
    shapes = parts.shapes
  }

  /// Returns the same network with every travel time multiplied by `factor`, rounded to the millisecond, at
  /// least 1.
  ///
  /// Times stay below `horizon`.
  ///
  /// - Precondition: `factor` is above 0 and finite.
  public func scaled(travelTimeFactor factor: Double) -> Network {
    scaled(travelTimeFactors: Array(repeating: factor, count: TravelTimeProfile.roadClasses))
  }

  /// Returns the same network with every travel time multiplied by the factor of the link's road class. Factors are
  /// indexed by class number; the first is for links without a class.
  ///
  /// - Precondition: there are 256 factors, all of them above 0 and finite.
  func scaled(travelTimeFactors factors: [Double]) -> Network {
    precondition(factors.count == TravelTimeProfile.roadClasses, "there is a factor for every road class")
    precondition(
      factors.allSatisfy { $0 > 0 && $0.isFinite }, "a travel time factor must be above 0 and finite")
    guard factors.contains(where: { $0 != 1 }) else { return self }
    let longest = Double(Self.horizon - 1)
    let times = outgoing.arcs.indices.map { link in
      let factor = factors[roadClasses.isEmpty ? 0 : Int(roadClasses[link])]
      let time = Double(outgoing.arcs[link].milliseconds) * factor
      return Int32(min(longest, max(1, time.rounded())))
    }
    return Network(self, milliseconds: times)
  }

  /// Returns the travel time in milliseconds of a link of `metres` at `kilometresPerHour`, at least 1; nil if
  /// it reaches `horizon`.
  static func milliseconds(metres: Metres, kilometresPerHour: Double) -> Int32? {
    let time = max(1, (metres * 3600 / kilometresPerHour).rounded())
    return time < Double(horizon) ? Int32(time) : nil
  }

  /// Returns `seconds` in whole milliseconds, at least 1; nil if they reach `horizon`.
  static func milliseconds(seconds: Double) -> Int32? {
    let time = max(1, (seconds * 1000).rounded())
    return time < Double(horizon) ? Int32(time) : nil
  }

  private static func tails(of outgoing: Adjacency<NodeIndex>) -> [NodeIndex] {
    var tails = [NodeIndex](repeating: 0, count: outgoing.arcs.count)
    for node in 0..<outgoing.first.count - 1 {
      for link in outgoing.first[node]..<outgoing.first[node + 1] { tails[Int(link)] = NodeIndex(node) }
    }
    return tails
  }

  private static func reversed(
    _ outgoing: Adjacency<NodeIndex>, tails: [NodeIndex]
  ) -> Adjacency<NodeIndex> {
    let first = offsets(of: outgoing.arcs.map(\.end), nodeCount: outgoing.first.count - 1)
    var next = first
    var arcs = outgoing.arcs
    for (link, arc) in outgoing.arcs.enumerated() {
      let place = Int(next[Int(arc.end)])
      arcs[place] = Arc(end: tails[link], milliseconds: arc.milliseconds)
      next[Int(arc.end)] += 1
    }
    return Adjacency(first: first, arcs: arcs)
  }
}

extension Geometry {
  /// The maximum magnitude of coordinates: 180 and 90 degrees, or on a plane far more than any projection of the Earth
  /// needs, but small enough for finite squared distances.
  var farthestCoordinates: Coordinates {
    self == .globe ? Coordinates(x: 180, y: 90) : Coordinates(x: 1e9, y: 1e9)
  }
}

/// Returns the start index of each node's entries in an array grouped by node: the running sums of the counts.
func offsets(of owners: [NodeIndex], nodeCount: Int) -> [Int32] {
  var first = [Int32](repeating: 0, count: nodeCount + 1)
  for owner in owners { first[Int(owner) + 1] += 1 }
  for node in 0..<nodeCount { first[node + 1] += first[node] }
  return first
}
