public import BenchmarkSuite
import Foundation
public import JSON5
import Quoting
public import Report
import Statistics

/// All recorded measurements: one folder for each, `DATE-MACHINE`.
public struct History: Sendable {
  public let folder: String
  /// The files by date.
  public let files: [ResultFile]

  /// Reads every `benchmark.json` in the subfolders of `folder`.
  ///
  /// - Throws: `BenchError.unreadable` if there is none, or one is damaged.
  public init(_ folder: String) throws(BenchError) {
    let names = Self.names(in: folder)
    guard !names.isEmpty else {
      let call: ShellCode = "detour bench --record \(folder)"
      throw .unreadable(file: folder, reason: "holds no results; `\(call.text)` puts some there")
    }
    var files: [ResultFile] = []
    for name in names { files.append(try ResultFile(contentsOf: "\(folder)/\(name)")) }
    self.folder = folder
    self.files = files.sorted { $0.date < $1.date }
  }

  /// Returns whether `folder` contains any measurements.
  public static func isThere(_ folder: String) -> Bool { !names(in: folder).isEmpty }

  private static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
      .filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)/benchmark.json") }
  }

  /// A figure plotted over time.
  public struct Figure: Sendable {
    /// The name of its pictures.
    public let name: String
    public let title: String
    /// The unit; empty for plain counts.
    public let unit: String
    /// Returns the value of a case.
    public let value: @Sendable (CaseResult) -> Double?
  }

  public static let figures = [
    Figure(name: "time", title: "median processor time", unit: "s") { $0.times.median },
    Figure(name: "instructions", title: "instructions of a repetition", unit: "") {
      $0.instructions.map(Double.init)
    },
    Figure(name: "memory", title: "peak memory of the process", unit: "bytes") { Double($0.peakBytes) },
    Figure(name: "allocations", title: "allocations of a repetition", unit: "") {
      $0.count("allocations").map(Double.init)
    },
  ]

  /// The files by kind of machine: times of different machines are never combined.
  public var byMachine: [(kind: String, files: [ResultFile])] {
    var kinds: [String: [ResultFile]] = [:]
    for file in files { kinds[file.machine.kind, default: []].append(file) }
    return kinds.sorted { $0.key < $1.key }.map { (kind: $0, files: $1) }
  }

  /// One picture for each figure and kind of machine; times of different machines are never combined.
  public func pictures(in layout: PictureLayout = PictureLayout()) -> [Picture] {
    byMachine.flatMap { kind, files in Self.figures.compactMap { picture(of: $0, kind, files, in: layout) } }
  }

  /// Returns the picture of `figure` over `files`, measured by the machine `kind`, with one curve for each tracked
  /// case; nil if none has the figure.
  public func picture(
    of figure: Figure, _ kind: String, _ files: [ResultFile], in layout: PictureLayout = PictureLayout()
  ) -> Picture? {
    let series = files.followed.map { item in
      HistoryPlot.Series(
        name: item.name,
        values: files.map { file in file.results.first { $0.item == item }.flatMap(figure.value) })
    }
    return HistoryPlot(title: "\(figure.title), \(kind)", labels: files.map(\.label), series: series)
      .picture(named: "\(figure.name)-\(kind)", in: layout)
  }
}

extension History {
  /// Returns the figures of the small set as JSON, with the places of their pictures.
  public func json(files: [String]) -> JSON {
    let figures = byMachine.flatMap { kind, files in
      Self.figures.map { figure in
        let series = Suite.all.small.map { item in
          JSON.Member(
            item.name,
            .list(
              files.map { file in
                file.results.first { $0.item == item }.flatMap(figure.value).map { .number($0) } ?? .null
              }))
        }
        return JSON.object([
          .init("machine", .text(kind)), .init("figure", .text(figure.name)),
          .init("unit", .text(figure.unit)), .init("labels", .list(files.map { .text($0.label) })),
          .init("series", .object(series)),
        ])
      }
    }
    return [
      "folder": .text(folder), "files": .list(files.map { .text($0) }),
      "figures": .list(figures),
    ]
  }
}

extension ResultFile {
  /// The date and the commit: `2026-11-22 3f1c2aa`.
  public var label: String { "\(date.prefix(10)) \((commit ?? "").prefix(7))" }
}
