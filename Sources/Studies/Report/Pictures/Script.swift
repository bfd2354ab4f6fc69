import Foundation
import Metrics
import Quoting
import Tables

/// The lines of a gnuplot script.
struct Script {
  private(set) var code: GnuplotCode = ""

  /// The text for terminals that show text literally.
  var text: String { code.text }

  /// Creates a script that begins with `lines`.
  init(lines: [GnuplotCode] = []) {
    for line in lines { add(line) }
  }

  /// Creates a script that begins with the lines common to all pictures.
  init(_ layout: PictureLayout) {
    self.init(lines: Self.common)
    // Beside a narrow plot a legend leaves no room.
    add(
      layout.isNarrow
        ? "set key outside center top horizontal Left reverse samplen 1.8"
        : "set key outside right top vertical Left reverse samplen 2.5")
  }

  private static let common: [GnuplotCode] = [
    "reset",
    "set encoding utf8",
    "set termoption noenhanced",
    "set border 3 lc rgb '#404040'",
    "set tics nomirror out",
    "set grid lc rgb '#dddddd' lt 1 lw 0.7",
  ]

  /// The colours of curves, in addition to their marks.
  static let colours: [GnuplotCode] = ["#1f4e79", "#b35900", "#3d7a3d", "#7a3d7a", "#555555", "#a02020"]

  /// Appends a line.
  mutating func add(_ line: GnuplotCode) {
    code.append(line)
    code.append("\n")
  }

  /// Appends the rows of `data` as the block `$name`, with blank lines between its pieces.
  mutating func add(data name: GnuplotCode, _ pieces: [[[GnuplotCode]]]) {
    add("$\(name) << EOD")
    for (number, piece) in pieces.enumerated() {
      if number > 0 { add("") }
      for row in piece { add(row.joined(separator: " ")) }
    }
    add("EOD")
  }

  /// Appends the title, if there is one.
  mutating func add(title lines: [String]) {
    if !lines.isEmpty { add("set title \(Self.quoted(lines))") }
  }

  /// Appends the label of an axis, broken into lines as long as the axis.
  mutating func add(label lines: [String], of axis: Axis, in layout: PictureLayout, _ more: GnuplotCode = "")
  {
    let broken = lines.flatMap { layout.broken($0, isUpright: axis == .y) }
    add("set \(axis.code)label \(Self.quoted(broken))\(more)")
  }

  /// An axis of the plane.
  enum Axis {
    case x
    case y

    var code: GnuplotCode { self == .x ? "x" : "y" }
  }

  /// Appends round tics of the vertical axis, as many as fit beside `ems` in the size of the type.
  mutating func add(ticsOf axis: FigureAxis, on ems: Double) {
    let (lower, upper) = axis.ends
    let least = (upper - lower) / max(1, (ems / 1.5).rounded(.down))
    guard least > 0, least.isFinite else { return }
    let power = pow(10, floor(log10(least)))
    let factor = [1.0, 2, 2.5, 5, 10].first { $0 * power >= least } ?? 10
    add("set ytics \(factor * power)")
  }

  /// Appends `texts` at their `places` on an axis; where they would cover each other, only every second, third, …
  ///
  /// - Parameters:
  ///   - shares: the places as shares of the axis.
  ///   - ems: the length of the axis in the size of the type.
  mutating func add(
    tics texts: [String], at places: [GnuplotCode], _ shares: [Double], of axis: Axis, on ems: Double
  ) {
    let named =
      axis == .x
      ? PictureLayout.fitting(texts, at: shares, on: ems)
      : PictureLayout.fitting(texts.map { _ in "x" }, at: shares, on: ems)
    let tics = texts.indices.map { index -> GnuplotCode in
      named.contains(index) ? "\(Self.tic(texts[index])) \(places[index])" : "'' \(places[index])"
    }
    add("set \(axis.code)tics (\(tics.joined(separator: ", ")))")
  }

  /// Appends the plot of `layers`, the bottom one first.
  mutating func plot(_ layers: [GnuplotCode]) { add("plot \(layers.joined(separator: ", \\\n  "))") }

  /// Appends the plot of `layers` with a third coordinate.
  mutating func splot(_ layers: [GnuplotCode]) { add("splot \(layers.joined(separator: ", \\\n  "))") }

  /// The number of letters that fit in a line of a title on a usual page.
  static let titleWidth = 66

  /// Returns `parts` separated by dots, broken into lines between parts, and at blanks within long parts, so that
  /// nothing is cut off; empty parts are left out.
  static func wrapped(_ parts: [String], width: Int = titleWidth) -> [String] {
    var lines: [String] = []
    for part in parts where !part.isEmpty {
      if let last = lines.last, last.count + part.count + 3 <= width {
        lines[lines.count - 1] = last + " · " + part
      } else {
        lines += broken(part, width: width)
      }
    }
    return lines
  }

  /// Returns `text` broken at blanks into lines of `width` letters.
  static func broken(_ text: String, width: Int) -> [String] {
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
