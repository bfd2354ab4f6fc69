import Foundation
import RoadNetwork

/// A network to measure on, with the questions that all methods are asked.
struct Subject {
  let name: String
  let network: Network
  let pairs: [(from: NodeIndex, to: NodeIndex)]
  let targets: [NodeIndex]

  /// The names of the subjects: those read from the data folder, then those made here.
  static let names = ["chengdu", "san-francisco", "porto/porto.osm.pbf", "new-york", "city-316"]

  /// Makes the subject called `name`; nil where its data are not present.
  init?(_ name: String, data: String) throws {
    self.name = name
    if name == "city-316" {
      network = CityPlan(columns: 316, rows: 316).network().network
    } else {
      let path = "\(data)/\(name)"
      guard FileManager.default.fileExists(atPath: path) else { return nil }
      network = try NetworkSource.load(path).network
    }
    var random = SplitMix(state: 20_081)
    let nodes = 0..<Int32(network.nodeCount)
    pairs = (0..<20_000).map { _ in
      (
        NodeIndex(rawValue: .random(in: nodes, using: &random)),
        NodeIndex(rawValue: .random(in: nodes, using: &random))
      )
    }
    targets = Array(network.nodes.shuffled(using: &random).prefix(10_000))
  }
}

/// SplitMix64 (doi 10.1145/2660193.2660195): the same questions in every run.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
