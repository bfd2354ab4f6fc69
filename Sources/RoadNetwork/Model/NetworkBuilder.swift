public import Quantities

/// Collects nodes and links one by one and makes a network of them.
///
///     var builder = NetworkBuilder(geometry: .plane)
///     let a = builder.addNode(id: 1, at: Coordinates(x: 0, y: 0))
///     let b = builder.addNode(id: 2, at: Coordinates(x: 100, y: 0))
///     builder.addLink(id: 1, from: a, to: b, metres: 100, milliseconds: 10_000)
///     let network = builder.build()
///
/// Self loops are dropped and counted: no shortest path uses one.
public struct NetworkBuilder: Sendable {
  private let geometry: Geometry
  private var nodes = NodeTable()
  private var links = LinkTable()
  /// The number of links refused because they lead back to the node they leave.
  public private(set) var selfLoopsDropped = 0

  /// Creates an empty builder for a network in `geometry` (`.plane` or `.globe`).
  public init(geometry: Geometry) { self.geometry = geometry }

  /// The number of nodes added so far.
  public var nodeCount: Int { nodes.ids.count }

  /// Adds a node and returns its index.
  @discardableResult
  public mutating func addNode(id: Int64, at coordinates: Coordinates) -> Int32 {
    nodes.ids.append(id)
    nodes.coordinates.append(coordinates)
    return Int32(nodes.ids.count - 1)
  }

  /// Adds a directed link from node `tail` to node `head`.
  ///
  /// - Precondition: both nodes exist, `metres` is not negative, and `milliseconds` lies in
  ///   1 ..< `Network.horizon`.
  public mutating func addLink(
    id: Int64, from tail: Int32, to head: Int32, metres: Metres, milliseconds: Int32, roadClass: UInt8? = nil
  ) {
    precondition(nodes.ids.indices.contains(Int(tail)) && nodes.ids.indices.contains(Int(head)))
    precondition(metres >= 0 && (1..<Network.horizon).contains(milliseconds))
    guard tail != head else {
      selfLoopsDropped += 1
      return
    }
    links.append(
      LinkTable.Row(
        id: id, tail: tail, head: head, metres: metres, milliseconds: milliseconds, roadClass: roadClass))
  }

  /// The network of everything added so far.
  public func build() -> Network { Network(geometry: geometry, nodes: nodes, links: links) }
}

/// Nodes as columns.
struct NodeTable: Sendable {
  var ids: [Int64] = []
  var coordinates: [Coordinates] = []
}

/// Links as columns, in the order of their source.
struct LinkTable: Sendable {
  /// One link.
  struct Row {
    var id: Int64
    var tail: Int32
    var head: Int32
    var metres: Metres
    var milliseconds: Int32
    var roadClass: UInt8?
  }

  var ids: [Int64] = []
  var tails: [Int32] = []
  var heads: [Int32] = []
  var metres: [Metres] = []
  var milliseconds: [Int32] = []
  /// Empty unless a link has a class; then as long as the other columns, 0 where a link has none.
  var roadClasses: [UInt8] = []

  mutating func append(_ row: Row) {
    if row.roadClass != nil, roadClasses.isEmpty { roadClasses = Array(repeating: 0, count: ids.count) }
    if row.roadClass != nil || !roadClasses.isEmpty { roadClasses.append(row.roadClass ?? 0) }
    ids.append(row.id)
    tails.append(row.tail)
    heads.append(row.head)
    metres.append(row.metres)
    milliseconds.append(row.milliseconds)
  }

  /// The rows ordered by tail, and by their place in the table where tails are equal (a counting sort).
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
