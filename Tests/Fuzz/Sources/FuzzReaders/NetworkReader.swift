import RoadNetwork

/// A network in one of the formats, of one file or of several.
struct NetworkReader: FuzzedReader {
  let folder: String
  let files: [String]

  func read(_ input: [UInt8]) {
    layOut(input, as: files, in: folder)
    let entry = files.count == 1 ? folder + "/" + files[0] : folder
    guard let network = try? NetworkSource.load(entry).network else { return }
    search(network)
  }
}

/// Asks for a few paths through `network`, and for its figures.
func search(_ network: Network) {
  guard network.nodeCount > 0 else { return }
  var finder = PathFinder(network)
  for node in network.nodes.prefix(3) { _ = finder.path(from: 0, to: node) }
  _ = NodeLocator(network).nearest(to: network.positions[0], within: 10)
  _ = NetworkSummary(network).description
}
