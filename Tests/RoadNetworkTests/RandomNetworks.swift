import Quantities

@testable import RoadNetwork

/// Small numbers that repeat: enough for tests.
struct TestGenerator: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// A random network: parallel links, dead ends and unreachable nodes included; small times make many ties.
func randomNetwork(nodes: Int, links: Int, longest: Int32, seed: UInt64) -> Network {
  var random = TestGenerator(seed: seed)
  var builder = NetworkBuilder(geometry: .plane)
  for node in 0..<nodes {
    let at = Coordinates(x: .random(in: 0..<1000, using: &random), y: .random(in: 0..<1000, using: &random))
    builder.addNode(id: Int64(node), at: at)
  }
  for link in 0..<links {
    builder.addLink(
      id: Int64(link), from: .random(in: 0..<NodeIndex(nodes), using: &random),
      to: .random(in: 0..<NodeIndex(nodes), using: &random), metres: Double(link),
      milliseconds: .random(in: 1...longest, using: &random))
  }
  return builder.build()
}

/// All times of `network` by the method of Floyd and Warshall, which shares nothing with the searches.
func floydWarshall(_ network: Network) -> [[Int32?]] {
  let n = network.nodeCount
  var times = [[Int32?]](repeating: Array(repeating: nil, count: n), count: n)
  for node in 0..<n { times[node][node] = 0 }
  for link in 0..<network.linkCount {
    let arc = network.outgoing.arcs[link]
    let tail = Int(network.tails[link])
    times[tail][Int(arc.end)] = min(times[tail][Int(arc.end)] ?? .max, arc.milliseconds)
  }
  for via in 0..<n {
    for a in 0..<n {
      guard let first = times[a][via] else { continue }
      for b in 0..<n {
        guard let second = times[via][b] else { continue }
        times[a][b] = min(times[a][b] ?? .max, first + second)
      }
    }
  }
  return times
}

/// The first fault of `times` as the shortest times from `root` (or to it), or nil: every arc is relaxed and
/// every reached node but the root has a tight arc, which together prove them exact.
func certificateFault(
  _ network: Network, root: NodeIndex, _ direction: ArcDirection, times: [Int32?]
) -> String? {
  guard times[Int(root)] == 0 else { return "the root is not at 0" }
  var explained = [Bool](repeating: false, count: network.nodeCount)
  explained[Int(root)] = true
  let adjacency = network.adjacency(direction)
  for node in network.nodes {
    guard let time = times[Int(node)] else { continue }
    for arc in adjacency.range(of: node).map({ adjacency.arcs[$0] }) {
      guard let onward = times[Int(arc.end)], onward <= time + arc.milliseconds else {
        return "the arc \(node) → \(arc.end) is not relaxed"
      }
      if onward == time + arc.milliseconds { explained[Int(arc.end)] = true }
    }
  }
  for node in times.indices where times[node] != nil && !explained[node] {
    return "node \(node) has no tight arc"
  }
  return nil
}

extension ListIndex {
  /// One of `range`, any as likely as another.
  static func random(in range: Range<Self>, using random: inout some RandomNumberGenerator) -> Self {
    Self(rawValue: .random(in: range.lowerBound.rawValue..<range.upperBound.rawValue, using: &random))
  }
}
