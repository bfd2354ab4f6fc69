import Foundation
public import Report
import Statistics

/// All that was measured and kept: a folder for each time, `DATE-MACHINE`.
public struct History: Sendable {
  public let folder: String
  /// In the order of their dates.
  public let files: [ResultFile]

  /// Reads every `benchmark.json` in the folders of `folder`.
  ///
  /// - Throws: `BenchError.unreadable` where there is none, or one is damaged.
  public init(_ folder: String) throws(BenchError) {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
      .filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)/benchmark.json") }
    guard !names.isEmpty else {
      throw .unreadable(
        file: folder, reason: "holds no results; `detour bench --record \(folder)` puts some there")
    }
    var files: [ResultFile] = []
    for name in names { files.append(try ResultFile(contentsOf: "\(folder)/\(name)")) }
    self.folder = folder
    self.files = files.sorted { $0.date < $1.date }
  }

  /// The figures that are drawn: name of the file, title, and how a case has it.
  private static let figures: [(name: String, title: String, value: @Sendable (CaseResult) -> Double?)] = [
    ("time", "median processor time", { $0.times.median }),
    ("instructions", "instructions of a repetition", { $0.instructions.map(Double.init) }),
    ("memory", "peak memory of the process", { Double($0.peakBytes) }),
    ("allocations", "allocations of a repetition", { $0.count("allocations").map(Double.init) }),
  ]

  /// A picture for each figure and kind of machine, with a curve for each case of the small set; times of
  /// different machines are not put into one picture.
  public var pictures: [Picture] {
    var kinds: [String: [ResultFile]] = [:]
    for file in files { kinds[file.machine.kind, default: []].append(file) }
    return kinds.sorted { $0.key < $1.key }.flatMap { kind, files in
      Self.figures.compactMap { figure in
        let labels = files.map { "\($0.date.prefix(10)) \(($0.commit ?? "").prefix(7))" }
        let series = Suite.all.small.map { item in
          HistoryPlot.Series(
            name: item.name,
            values: files.map { file in file.results.first { $0.item == item }.flatMap(figure.value) })
        }
        return HistoryPlot(title: "\(figure.title), \(kind)", labels: labels, series: series)
          .picture(named: "\(figure.name)-\(kind)")
      }
    }
  }
}
