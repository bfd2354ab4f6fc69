public import BenchmarkSuite
import Foundation
public import JSON5
import Quantities
import Quoting
public import Report
import Statistics
import Tables

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
    /// The base name of the figure's picture files.
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

  /// Returns the chart of `figure` over `files`, measured on machines of type `kind`, with one curve per tracked case;
  /// nil if no file contains the figure.
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
  /// Returns the figures of the small set as JSON, with the paths of their pictures.
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
  /// The date and the commit, such as `2026-11-22 3f1c2aa`.
  public var label: String { "\(date.prefix(10)) \((commit ?? "").prefix(7))" }
}

/// Measurements over time, as tables.
public struct HistoryTable: Sendable {
  private let machines: [(kind: String, files: [ResultFile])]
  private let figures: [History.Figure]
  /// The maximum number of measurements in a readable table, which shows the latest ones.
  private static let columns = 8

  /// Creates tables of `figures` for each of `machines`.
  public init(_ machines: [(kind: String, files: [ResultFile])], _ figures: [History.Figure]) {
    self.machines = machines
    self.figures = figures
  }

  /// The readable tables: one for each machine and figure, with one row per case and one column for each of the
  /// latest measurements, followed by the last change.
  public var markdown: String {
    machines.flatMap { kind, files in
      figures.compactMap { markdown(of: $0, kind, files) }
    }.joined(separator: "\n").text
  }

  private func markdown(of figure: History.Figure, _ kind: String, _ files: [ResultFile]) -> Markdown? {
    let files = files.suffix(Self.columns)
    var table = MarkdownTable(
      columns: [.init(title: "benchmark")]
        + files.map {
          .init(title: "\($0.label.trimmingCharacters(in: [" "]))", isNumber: true)
        }
        + [.init(title: "change", isNumber: true)])
    for item in Array(files).followed {
      let values = files.map { file in file.results.first { $0.item == item }.flatMap(figure.value) }
      guard values.contains(where: { $0 != nil }) else { continue }
      table.rows.append(
        ([item.name] + values.map { Self.words($0, figure.unit) } + [Self.change(values)])
          .map(Markdown.init(plain:)))
    }
    guard !table.rows.isEmpty else { return nil }
    return "### \(figure.title), \(kind)\n\n\(table.text)"
  }

  /// Returns the change of the last value relative to the previous one; empty if either is missing.
  private static func change(_ values: [Double?]) -> String {
    guard let last = values.last ?? nil, let before = values.dropLast().last ?? nil, before > 0 else {
      return ""
    }
    return Gates.change(last / before, digits: 1)
  }

  private static func words(_ value: Double?, _ unit: String) -> String {
    guard let value else { return "–" }
    switch unit {
    case "s": return ResultFile.time(value)
    case "bytes": return Words.fixed(value / 1e6, 1) + " MB"
    default: return Words.grouped(value, decimals: 0)
    }
  }

  /// The table as CSV: one row per value.
  public var csv: String {
    var writer = CSVWriter()
    for name in ["machine", "date", "commit", "benchmark", "size", "figure", "value", "unit"] {
      writer.field(name)
    }
    writer.endRow()
    for (kind, files) in machines {
      for file in files {
        for result in file.results {
          for figure in figures {
            guard let value = figure.value(result) else { continue }
            writer.field(kind)
            writer.field(file.date)
            writer.field(file.commit)
            writer.field(result.item.benchmark)
            writer.field(result.item.size)
            writer.field(figure.name)
            writer.field(String(format: "%.9g", value))
            writer.field(figure.unit.isEmpty ? "count" : figure.unit)
            writer.endRow()
          }
        }
      }
    }
    return writer.text
  }
}
