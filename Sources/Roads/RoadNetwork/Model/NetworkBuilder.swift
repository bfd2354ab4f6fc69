public import Quantities

/// Builds a network from nodes and links added one by one.
///
///     var builder = NetworkBuilder(geometry: .plane)
///     let a = builder.addNode(id: 1, at: Coordinates(x: 0, y: 0))
///     let b = builder.addNode(id: 2, at: Coordinates(x: 100, y: 0))
///     builder.addLink(id: 1, from: a, to: b, metres: 100, milliseconds: 10_000)
///     let network = builder.build()
///
/// Self-loops are dropped and counted: no shortest path uses one.
public struct NetworkBuilder: Sendable {
  private let geometry: Geometry
  private var roadClassNames: [String]
  private var numberOfRoadClass: [String: UInt8] = [:]
  private var nodes = NodeTable()
  private var links = LinkTable()
  /// The number of self-loops dropped.
  public private(set) var selfLoopsDropped = 0

  /// Creates an empty builder for a network in `geometry` (`.plane` or `.globe`) with the given road class names,
  /// numbered from 0.
  public init(geometry: Geometry, roadClassNames: [String] = []) {
    self.geometry = geometry
    self.roadClassNames = roadClassNames
  }

  /// The number of nodes added so far.
  public var nodeCount: Int { nodes.ids.count }

  /// Adds a node and returns its index.
  @discardableResult
  public mutating func addNode(id: Int64, at coordinates: Coordinates) -> NodeIndex {
    nodes.ids.append(id)
    nodes.coordinates.append(coordinates)
    return NodeIndex(nodes.ids.count - 1)
  }

  /// Replaces the ids of all nodes by their numbers in order of addition, from 1.
  mutating func numberNodes() { nodes.ids = nodes.ids.indices.map { Int64($0 + 1) } }

  /// Returns the straight-line distance between two nodes, rounded to millimetres, so that it is the same on machines
  /// whose sine functions differ in the last bit.
  func straightLine(from tail: NodeIndex, to head: NodeIndex) -> Metres {
    let (start, end) = (nodes.coordinates[Int(tail)], nodes.coordinates[Int(head)])
    let metres = geometry.distance(geometry.position(of: start), geometry.position(of: end))
    return (metres * 1000).rounded() / 1000
  }

  /// Adds the course of one or several links, given by its bends without the ends. Returns its number for `addLink`
  /// (negate it for a link that follows the course backwards), or 0 for a course without bends.
  public mutating func addCourse(_ bends: some Sequence<Coordinates>) -> Int32 { links.shapes.add(bends) }

  /// Returns the number of the road class called `name`, which is added if new; nil if the network already has 256
  /// classes. If there are no class names yet, class 0 is first named `other`.
  public mutating func roadClass(named name: String) -> UInt8? {
    if let known = numberOfRoadClass[name] { return known }
    if roadClassNames.isEmpty { roadClassNames = ["other"] }
    let index = roadClassNames.firstIndex(of: name) ?? roadClassNames.count
    guard let number = UInt8(exactly: index) else { return nil }
    if index == roadClassNames.count { roadClassNames.append(name) }
    numberOfRoadClass[name] = number
    return number
  }

  /// Adds a directed link from node `tail` to node `head`.
  ///
  /// - Precondition: both nodes exist, `metres` is not negative, and `milliseconds` lies in
  ///   1 ..< `Network.horizon`.
  public mutating func addLink(
    id: Int64, from tail: NodeIndex, to head: NodeIndex, metres: Metres, milliseconds: Int32,
    roadClass: UInt8? = nil, course: Int32 = 0
  ) {
    precondition(nodes.ids.indices.contains(Int(tail)) && nodes.ids.indices.contains(Int(head)))
    precondition(metres >= 0 && (1..<Network.horizon).contains(milliseconds))
    precondition(course.magnitude <= links.shapes.count, "a course is added before the links that follow it")
    guard tail != head else {
      selfLoopsDropped += 1
      return
    }
    links.append(
      LinkTable.Row(
        id: id, tail: tail, head: head, metres: metres, milliseconds: milliseconds, roadClass: roadClass,
        course: course))
  }

  /// Returns the network of everything added so far.
  public func build() -> Network {
    Network(geometry: geometry, nodes: nodes, links: links, roadClassNames: roadClassNames)
  }
}

/// Nodes in columns.
struct NodeTable: Sendable {
  var ids: [Int64] = []
  var coordinates: [Coordinates] = []
}

/// Links in columns, in the order of their source.
struct LinkTable: Sendable {
  /// A link, as one row of the table.
  struct Row {
    var id: Int64
    var tail: NodeIndex
    var head: NodeIndex
    var metres: Metres
    var milliseconds: Int32
    var roadClass: UInt8?
    /// The code of the link's course in `LinkShapes`.
    var course: Int32 = 0
  }

  var ids: [Int64] = []
  var tails: [NodeIndex] = []
  var heads: [NodeIndex] = []
  var metres: [Metres] = []
  var milliseconds: [Int32] = []
  /// The road class of every link, 0 for links without one; empty if no link has one.
  var roadClasses: [UInt8] = []
  /// The courses, with a code for every link; without codes if no link has a course.
  var shapes = LinkShapes()

  mutating func append(_ row: Row) {
    if row.roadClass != nil, roadClasses.isEmpty { roadClasses = Array(repeating: 0, count: ids.count) }
    if row.roadClass != nil || !roadClasses.isEmpty { roadClasses.append(row.roadClass ?? 0) }
    if row.course != 0, shapes.codes.isEmpty { shapes.codes = Array(repeating: 0, count: ids.count) }
    if row.course != 0 || !shapes.codes.isEmpty { shapes.codes.append(row.course) }
    ids.append(row.id)
    tails.append(row.tail)
    heads.append(row.head)
    metres.append(row.metres)
    milliseconds.append(row.milliseconds)
  }

  /// Returns the row indices in a stable order by tail (a counting sort).
  func orderByTail(nodeCount: Int) -> [Int] {
    var next = offsets(of: tails, nodeCount: nodeCount)
    var order = [Int](repeating: 0, count: tails.count)
    for (row, tail) in tails.enumerated() {
      order[Int(next[Int(tail)])] = row
      next[Int(tail)] += 1
    }
    return order
  }
}
