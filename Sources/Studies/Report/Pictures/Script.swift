import Foundation
import Metrics
import Quoting
import Tables

/// The lines of a gnuplot script.
struct Script {
  private(set) var text = ""

  /// Creates a script that begins with `lines`, by default those common to all pictures.
  init(lines: [GnuplotCode] = Self.common) {
    for line in lines { add(line) }
  }

  private static let common: [GnuplotCode] = [
    "reset",
    "set encoding utf8",
    "set termoption noenhanced",
    "set border 3 lc rgb '#404040'",
    "set tics nomirror out",
    "set grid lc rgb '#dddddd' lt 1 lw 0.7",
    "set key outside right top vertical Left reverse samplen 2.5",
  ]

  /// The colours of curves, in addition to their marks.
  static let colours: [GnuplotCode] = ["#1f4e79", "#b35900", "#3d7a3d", "#7a3d7a", "#555555", "#a02020"]

  /// Appends a line.
  mutating func add(_ line: GnuplotCode) { text += line.text + "\n" }

  /// Appends the rows of `data` as the block `$name`, with blank lines between its pieces.
  mutating func add(data name: GnuplotCode, _ pieces: [[[GnuplotCode]]]) {
    let rows = pieces.map { $0.map { $0.joined(separator: " ").text + "\n" }.joined() }.joined(
      separator: "\n")
    text += "$\(name.text) << EOD\n\(rows)EOD\n"
  }

  /// Appends the plot of `layers`, the bottom one first.
  mutating func plot(_ layers: [GnuplotCode]) { add("plot \(layers.joined(separator: ", \\\n  "))") }

  /// Appends the plot of `layers` with a third coordinate.
  mutating func splot(_ layers: [GnuplotCode]) { add("splot \(layers.joined(separator: ", \\\n  "))") }

  /// The number of letters that fit in a line of a title.
  private static let width = 66

  /// Returns `parts` separated by dots, broken into lines between parts, and at blanks within long parts, so that
  /// nothing is cut off; empty parts are left out.
  static func wrapped(_ parts: [String]) -> [String] {
    var lines: [String] = []
    for part in parts where !part.isEmpty {
      if let last = lines.last, last.count + part.count + 3 <= width {
        lines[lines.count - 1] = last + " · " + part
      } else {
        lines += broken(part)
      }
    }
    return lines
  }

  /// Returns `text` broken into lines at blanks.
  private static func broken(_ text: String) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty || last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last.isEmpty ? String(word) : last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }

  /// Returns `text` shortened to `count` letters, with an ellipsis if anything was cut.
  static func shortened(_ text: String, to count: Int) -> String {
    text.count <= count ? text : text.prefix(count - 1) + "…"
  }
}

extension FigureColumn {
  /// The figure as an axis label: `mean driver detour (s)`, `match rate (%)`.
  var label: String {
    let plain = metric.name.replacing(#/_(s|m|km|kg)$/#, with: "").replacingScalars(["_": " ", ".": ": "])
    let kind: String? =
      switch statistic {
      case .value: nil
      case .mean, .median: statistic.rawValue
      case .sd: "standard deviation of"
      case .min: "least"
      case .max: "greatest"
      case .count: "number of"
      case .p05, .p25, .p75, .p90, .p95, .p99:
        "\(statistic.rawValue.drop { "p0".contains($0) }) % quantile of"
      }
    return (kind.map { $0 + " " } ?? "") + plain + (unitOnAxis.isEmpty ? "" : " (\(unitOnAxis))")
  }

  /// The unit on an axis: per cent for shares.
  var unitOnAxis: String { isShare ? unitBesideName : unit.words }

  /// Returns `value`, in the figure's unit, converted to the axis.
  func onAxis(_ value: Double) -> Double { scaleInColumn * value }

  /// The label without its unit.
  var title: String { label.replacing(#/ \([^()]*\)$/#, with: "") }
}
