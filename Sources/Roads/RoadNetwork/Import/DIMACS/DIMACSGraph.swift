import Quantities
import Tables

/// The arcs of a `.gr` file, with nodes numbered from 0.
struct DIMACSGraph {
  let file: String
  let nodeCount: Int
  private(set) var tails: [NodeIndex] = []
  private(set) var heads: [NodeIndex] = []
  private(set) var weights: [Int64] = []

  static func read(_ path: String) throws(TableError) -> DIMACSGraph? { try DIMACSGraph(contentsOf: path) }

  /// Reads the graph in the file at `path`.
  init(contentsOf path: String) throws(TableError) {
    var lines = try DIMACSLines(contentsOf: path)
    file = path
    var header: (nodes: Int64, arcs: Int64)?
    while let letter = lines.next() {
      if letter == "p", header == nil {
        guard lines.word() == "sp" else {
          lines.record("problem", .other("“sp”"))
          break
        }
        guard let nodes = lines.number("nodes", in: 1...Int64(Int32.max - 1)),
          let arcs = lines.number("arcs", in: 0...Int64(Int32.max - 1))
        else { break }
        header = (nodes, arcs)
      } else if letter == "a", let nodes = header?.nodes {
        guard let tail = lines.number("tail", in: 1...nodes), let head = lines.number("head", in: 1...nodes),
          let weight = lines.number("weight", in: 0...Int64(Int32.max))
        else { continue }
        tails.append(NodeIndex(Int(tail - 1)))
        heads.append(NodeIndex(Int(head - 1)))
        weights.append(weight)
      } else {
        lines.record("line", .other("a line “p sp NODES ARCS”, then lines “a TAIL HEAD WEIGHT”"))
        if header == nil { break }
      }
    }
    try lines.finish()
    guard let header else { throw .unreadable(file: path, reason: "it has no line p") }
    guard header.arcs == tails.count else {
      throw .unreadable(file: path, reason: "it announces \(header.arcs) arcs and has \(tails.count)")
    }
    nodeCount = Int(header.nodes)
  }
}
