public import BenchmarkSuite
import Foundation
public import JSON5
import Quoting
public import Report
import Statistics

/// All that was measured and kept: a folder for each time, `DATE-MACHINE`.
public struct History: Sendable {
  public let folder: String
  /// The files in the order of their dates.
  public let files: [ResultFile]

  /// Reads every `benchmark.json` in the folders of `folder`.
  ///
  /// - Throws: `BenchError.unreadable` where there is none, or one is damaged.
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

  /// Tells whether `folder` holds what was measured at any time.
  public static func isThere(_ folder: String) -> Bool { !names(in: folder).isEmpty }

  private static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
      .filter { FileManager.default.fileExists(atPath: "\(folder)/\($0)/benchmark.json") }
  }

  /// A figure that is drawn over time.
  public struct Figure: Sendable {
    /// The name of its pictures.
    public let name: String
    public let title: String
    /// The unit that it is counted in; empty of plain counts.
    public let unit: String
    /// The value of a case.
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

  /// The files by the kind of machine that they are of: times of different machines are never put together.
  public var byMachine: [(kind: String, files: [ResultFile])] {
    var kinds: [String: [ResultFile]] = [:]
    for file in files { kinds[file.machine.kind, default: []].append(file) }
    return kinds.sorted { $0.key < $1.key }.map { (kind: $0, files: $1) }
  }

  /// A picture for each figure and kind of machine; times of different machines are not put into one picture.
  public var pictures: [Picture] {
    byMachine.flatMap { kind, files in Self.figures.compactMap { picture(of: $0, kind, files) } }
  }

  /// `figure` over `files`, which the machine `kind` measured, with a curve for each case that is followed; nil where none
  /// has it.
  public func picture(of figure: Figure, _ kind: String, _ files: [ResultFile]) -> Picture? {
    let series = files.followed.map { item in
      HistoryPlot.Series(
        name: item.name,
        values: files.map { file in file.results.first { $0.item == item }.flatMap(figure.value) })
    }
    return HistoryPlot(title: "\(figure.title), \(kind)", labels: files.map(\.label), series: series)
      .picture(named: "\(figure.name)-\(kind)")
  }
}

extension History {
  /// The figures of the small set for programs, and where their pictures are.
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
  /// The day and the commit: `2026-11-22 3f1c2aa`.
  public var label: String { "\(date.prefix(10)) \((commit ?? "").prefix(7))" }
}
