import Foundation
import RoadNetwork

/// The reader that gets the bytes, named by the variable DETOUR_FUZZ_READER.
///
/// Formats of several files get them as one, divided by a line `%%`.
private enum Reader: String {
  case osm, pbf, dimacs, gmns, edges, archive

  /// The files that the parts of the input become.
  var files: [String] {
    switch self {
    case .osm: ["a.osm"]
    case .pbf: ["a.osm.pbf"]
    case .dimacs: ["a-d.gr", "a-d.co"]
    case .gmns: ["node.csv", "link.csv", "config.csv"]
    case .edges: ["nodes.csv", "edges.csv"]
    case .archive: ["a.network"]
    }
  }

  /// What is loaded: the one file, or the folder of several.
  var entry: String { files.count == 1 ? "/" + files[0] : "" }
}

/// What stays from one input to the next.
private struct Bench {
  let reader: Reader
  let folder: String
  /// A sound network file, whose header the mutated arrays are put behind.
  var sound: [UInt8] = []
  var headerSize = 0

  init() {
    let name = ProcessInfo.processInfo.environment["DETOUR_FUZZ_READER"] ?? ""
    guard let reader = Reader(rawValue: name) else { fatalError("DETOUR_FUZZ_READER names no reader") }
    self.reader = reader
    folder = "/dev/shm/detour-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    guard reader == .archive else { return }
    let path = folder + "/sound.network"
    try? CityPlan(columns: 5, rows: 4).network().network.write(to: path, origin: "")
    sound = [UInt8](FileManager.default.contents(atPath: path) ?? Data())
    let end = Data(sound).firstRange(of: Data("\nend ".utf8))
    headerSize = (end?.upperBound ?? 0) + 65
  }

  /// Lays out `input` as the files of the reader.
  func write(_ input: [UInt8]) {
    if reader == .archive {
      var bytes = sound
      for (index, byte) in input.enumerated() where headerSize + index < bytes.count {
        bytes[headerSize + index] ^= byte
      }
      FileManager.default.createFile(atPath: folder + "/a.network", contents: Data(bytes))
      return
    }
    var rest = Data(input)
    for (index, file) in reader.files.enumerated() {
      let cut = index + 1 < reader.files.count ? rest.firstRange(of: Data("%%\n".utf8)) : nil
      let part = rest[rest.startIndex..<(cut?.lowerBound ?? rest.endIndex)]
      FileManager.default.createFile(atPath: folder + "/" + file, contents: Data(part))
      rest = cut.map { rest[$0.upperBound...] } ?? Data()
    }
  }
}

nonisolated(unsafe) private let bench = Bench()

/// Reads what the fuzzer made up: a network that can be searched or an error, never a crash.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  bench.write(Array(UnsafeBufferPointer(start: start, count: count)))
  guard let network = try? NetworkSource.load(bench.folder + bench.reader.entry).network,
    network.nodeCount > 0
  else { return 0 }
  var finder = PathFinder(network)
  for node in 0..<Int32(min(network.nodeCount, 3)) { _ = finder.path(from: 0, to: node) }
  _ = NetworkSummary(network).description
  return 0
}
