import Foundation
import RoadNetwork

/// Times of reading networks from their sources and of opening what the import wrote: the best of five.
///
///     swift run -c release NetworkFilesBenchmark porto.osm.pbf USA-road-d.NY.gr.gz
@main
struct NetworkFiles {
  static func main() throws {
    let paths = CommandLine.arguments.dropFirst()
    guard !paths.isEmpty else {
      print("name the networks to read")
      return
    }
    print("network,nodes,links,import_ms,write_ms,open_ms,verify_ms,file_mb")
    for path in paths { try measure(path) }
  }

  private static func measure(_ path: String) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).network").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let (reading, loaded) = try best { try NetworkSource.load(path) }
    let (writing, _) = try best { try loaded.network.write(to: file, origin: loaded.origin) }
    let (opening, network) = try best { try NetworkSource.load(file).network }
    let (verifying, _) = try best { try NetworkArchive(contentsOf: file) }
    let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
    let figures = [reading, writing, opening, verifying].map { String(format: "%.1f", $0) }
    let megabytes = String(format: "%.1f", Double(size) / 1e6)
    let name = (path as NSString).lastPathComponent
    print("\(name),\(network.nodeCount),\(network.linkCount),\(figures.joined(separator: ",")),\(megabytes)")
  }

  /// What `body` answers, and its shortest time in milliseconds.
  private static func best<Value>(_ body: () throws -> Value) throws -> (milliseconds: Double, value: Value) {
    let clock = ContinuousClock()
    var result: (milliseconds: Double, value: Value)?
    for _ in 0..<5 {
      let start = clock.now
      let value = try body()
      let time = (clock.now - start) / .milliseconds(1)
      result = (min(time, result?.milliseconds ?? time), value)
    }
    guard let result else { preconditionFailure("five is more than none") }
    return result
  }
}
