import Foundation

/// What reads the bytes, named by the variable DETOUR_FUZZ_READER, and the folder where it finds them as files.
///
/// Both stay from one input to the next.
private struct Bench {
  let reader: any FuzzedReader

  init() {
    let environment = ProcessInfo.processInfo.environment
    let folder = "/dev/shm/detour-fuzz-\(ProcessInfo.processInfo.processIdentifier)"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let readers: [String: (String) -> any FuzzedReader] = [
      "osm": { NetworkReader(folder: $0, files: ["a.osm"]) },
      "osmgz": { NetworkReader(folder: $0, files: ["a.osm.gz"]) },
      "pbf": { NetworkReader(folder: $0, files: ["a.osm.pbf"]) },
      "dimacs": { NetworkReader(folder: $0, files: ["a-d.gr", "a-d.co"]) },
      "gmns": { NetworkReader(folder: $0, files: ["node.csv", "link.csv", "config.csv"]) },
      "edges": { NetworkReader(folder: $0, files: ["nodes.csv", "edges.csv"]) },
      "bytes": { NetworkReader(folder: $0, files: ["a.network"]) },
      "archive": { ArchiveReader(folder: $0, kind: .network) },
      "hierarchy": { ArchiveReader(folder: $0, kind: .hierarchy) },
      "labels": { ArchiveReader(folder: $0, kind: .labels) },
      "csv": { TableReader(file: $0 + "/a.csv") },
      "gzip": { TableReader(file: $0 + "/a.csv.gz") },
      "drivers": { TravellersReader(folder: $0, supply: "recorded", demand: "none") },
      "requests": { TravellersReader(folder: $0, supply: "none", demand: "recorded") },
      "trips": { TravellersReader(folder: $0, supply: "trips", demand: "trips") },
      "announcements": {
        TravellersReader(folder: $0, supply: "trips", demand: "trips", format: "announcements")
      },
      "matrix": {
        TravellersReader(folder: $0, supply: "matrix", demand: "none", files: ["z.geojson", "t.csv"])
      },
      "zones": { TravellersReader(folder: $0, supply: "matrix", demand: "none", files: ["z.csv", "t.csv"]) },
      "omx": { TravellersReader(folder: $0, supply: "matrix", demand: "none", files: ["z.csv", "t.omx"]) },
      "scenario": { _ in ScenarioReader() },
      "study": { _ in StudyReader() },
      "runs": { ResultsReader(folder: $0) },
    ]
    guard let make = readers[environment["DETOUR_FUZZ_READER"] ?? ""] else {
      fatalError(
        "DETOUR_FUZZ_READER names no reader; there are \(readers.keys.sorted().joined(separator: " "))")
    }
    reader = make(folder)
  }
}

/// One of the readers that are given what the fuzzer makes up.
protocol FuzzedReader {
  /// Reads `input`: the answer may be an error, but never a crash, a hang or a flood of memory.
  func read(_ input: [UInt8])
}

nonisolated(unsafe) private let bench = Bench()

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  bench.reader.read(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// What the package manager takes for the program's `main`: the fuzzer itself.
@_cdecl("FuzzReaders_main")
public func fuzz(_ count: CInt, _ words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> CInt {
  var (count, words) = (count, words)
  return runFuzzer(&count, &words) { testOneInput($0, $1) }
}

/// libFuzzer as a function: https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library
///
/// It is written in C; pointers and what is returned are passed in the same registers.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Lays `input` out as `files` of `folder`: the parts between lines `%%`.
func layOut(_ input: [UInt8], as files: [String], in folder: String) {
  var rest = Data(input)
  for (index, file) in files.enumerated() {
    let cut = index + 1 < files.count ? rest.firstRange(of: Data("%%\n".utf8)) : nil
    let part = rest[rest.startIndex..<(cut?.lowerBound ?? rest.endIndex)]
    _ = FileManager.default.createFile(atPath: folder + "/" + file, contents: Data(part))
    rest = cut.map { rest[$0.upperBound...] } ?? Data()
  }
}
