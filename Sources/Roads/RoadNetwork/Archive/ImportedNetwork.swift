extension NetworkFormat {
  public static let archive = NetworkFormat(
    "detour network", endings: [".network"],
    "What `detour network import` has made of one of the others: it opens in milliseconds."
  ) { file, _ in ImportedNetwork(file: file) }
}

/// Reads a previously imported network with its import report.
struct ImportedNetwork: NetworkReader {
  /// The path of the `.network` file.
  let file: String

  var files: [String] { [file] }

  func read() throws(NetworkError) -> (network: Network, report: NetworkReport) {
    let archive = try NetworkArchive(contentsOf: file)
    let network = try archive.network()
    var report = NetworkReport()
    report.imported = archive.origin
    report.nodesRead = network.nodeCount
    report.linksRead = network.linkCount
    report.components = 1
    report.warnings = archive.origin.split(separator: "\n").compactMap { line in
      line.hasPrefix(NetworkReport.warningMark)
        ? String(line.dropFirst(NetworkReport.warningMark.count)) : nil
    }
    return (network, report)
  }
}
