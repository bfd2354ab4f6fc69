public import BenchmarkSuite
import Foundation
import Quantities
import Quoting
import Tables

/// Measurements over time, as tables.
public struct HistoryTable: Sendable {
  private let machines: [(kind: String, files: [ResultFile])]
  private let figures: [History.Figure]
  /// The maximum number of measurements in a readable table: the latest ones.
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

  /// Returns the change of the last value from the one before; empty if there is none.
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
