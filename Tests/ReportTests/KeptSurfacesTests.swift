import Foundation
import Metrics
import Report
import Testing

/// Surfaces are kept with their study.
struct KeptSurfacesTests {
  /// Writes the runs of a grid of 5 × 4 points whose match rate saturates, with `replications` runs each.
  private static func write(_ replications: Int, to folder: String) throws {
    var text =
      "run_id,matching.radius_m,matching.limits.max_detour_s,seed,replication,match_rate,fingerprint\n"
    for (i, radius) in [250, 500, 1000, 1500, 2000].enumerated() {
      for (j, limit) in [150, 300, 450, 600].enumerated() {
        for k in 0..<replications {
          let noise = 0.004 * Double((k * 5 + i * 3 + j * 7) % 9 - 4)
          let rate = (1 - exp(-Double(radius) / 700)) * (1 - exp(-Double(limit) / 200)) + noise
          text += "\(Studies.runID(i * 4 + j, k)),\(radius),\(limit),1,\(k),\(rate),ff\n"
        }
      }
    }
    try text.write(toFile: folder + "/runs.csv", atomically: true, encoding: .utf8)
  }

  private static func analysis(_ folder: String) throws -> String {
    let study = try StudyTable(contentsOf: folder)
    let point = [Studies.radius: 700.0, Studies.limit: 200]
    return Analysis(study, [Studies.matchRate], at: point).text
  }

  @Test func `a second analysis says the same with what the first kept`() throws {
    try withScratchFolder { folder in
      try Self.write(4, to: folder)
      let first = try Self.analysis(folder)
      #expect(first.contains("Predicted, not simulated: matching.radius_m = 700"))
      let file = folder + "/surfaces.json"
      let kept = try String(contentsOfFile: file, encoding: .utf8)
      #expect(try Self.analysis(folder) == first)
      #expect(try String(contentsOfFile: file, encoding: .utf8) == kept, "nothing is fitted again")
      // Other lengths give another surface, so what is kept is used.
      let lengths = try #require(kept.firstMatch(of: #/"lengths": \[(.*)\]/#)).1
      try kept.replacing(lengths, with: "0.05,0.05").write(toFile: file, atomically: true, encoding: .utf8)
      #expect(try Self.analysis(folder) != first)
    }
  }

  @Test func `what is damaged, or kept of other runs, is fitted anew`() throws {
    try withScratchFolder { folder in
      try Self.write(3, to: folder)
      _ = try Self.analysis(folder)
      let file = folder + "/surfaces.json"
      let former = try String(contentsOfFile: file, encoding: .utf8)
      try Self.write(4, to: folder)
      let grown = try Self.analysis(folder)
      let kept = try String(contentsOfFile: file, encoding: .utf8)
      #expect(kept.components(separatedBy: "sha256").count == 3, "of three runs a point, and of four")
      let damaged = [
        "", "{", "[1]", #"{"method": 1}"#, #"{"method": 9, "surfaces": []}"#, former,
        String(kept.prefix(kept.count / 2)), kept.replacing("\"variance\": ", with: "\"variance\": -"),
        kept.replacing("\"lengths\": [", with: "\"lengths\": [1,"),
        kept.replacing("\"trend\": \"", with: "\"trend\": \"x"),
      ]
      for text in damaged {
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(try Self.analysis(folder) == grown, "\(text)")
      }
    }
  }

  @Test func `a folder that cannot be written is analysed all the same`() throws {
    try withScratchFolder { folder in
      try Self.write(3, to: folder)
      // The name is taken by a folder, which stops the superuser, too.
      try FileManager.default.createDirectory(
        atPath: folder + "/surfaces.json", withIntermediateDirectories: false)
      let first = try Self.analysis(folder)
      #expect(first.contains("Predicted, not simulated"))
      #expect(try Self.analysis(folder) == first)
    }
  }
}
