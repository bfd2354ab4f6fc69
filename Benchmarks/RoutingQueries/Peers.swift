import Foundation
import Quantities
import RoadNetwork

/// Other people's routing, measured on the same network and questions by `peers.py`.
struct Peers {
  /// The Python that has `routingkit_cch` or `pandana` installed.
  let python: String

  /// Measures every installed peer on `subject`: its name, the question, and microseconds (for preparation
  /// seconds).
  func measure(_ subject: Subject) throws -> [(method: String, question: String, value: Double)] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "peers-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(subject, to: folder)
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "peers.py").path
    let process = Process()
    process.executableURL = URL(filePath: python)
    process.arguments = [script, folder.path]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.standardError
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: ",")
      guard fields.count == 3, let value = Double(fields[2]) else { return nil }
      return (String(fields[0]), String(fields[1]), value)
    }
  }

  /// Writes nodes, links, pairs and targets as tables of whole numbers.
  private func write(_ subject: Subject, to folder: URL) throws {
    let network = subject.network
    func table(_ name: String, _ rows: [String]) throws {
      try Data(rows.joined(separator: "\n").utf8).write(to: folder.appending(path: name))
    }
    try table("nodes.csv", network.coordinates.map { "\($0.x),\($0.y)" })
    try table(
      "links.csv",
      zip(network.tails, network.outgoing.arcs).map { "\($0),\($1.end),\($1.milliseconds)" })
    try table("pairs.csv", subject.pairs.map { "\($0.from),\($0.to)" })
    try table("targets.csv", subject.targets.map { "\($0)" })
  }
}
