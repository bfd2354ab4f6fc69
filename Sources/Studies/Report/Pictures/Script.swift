import Foundation
import Metrics
import Quantities
import Quoting
import Tables

/// The lines of a gnuplot script.
struct Script {
  private(set) var code: GnuplotCode = ""

  /// The code for terminals that show text literally.
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

  /// Appends the rows of `data` as the data block `$name`, with a blank line between pieces.
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

  /// Appends tics at round values of the vertical axis, as many as fit along its length of `ems`.
  mutating func add(ticsOf axis: FigureAxis, on ems: Double) {
    let (lower, upper) = axis.ends
    let least = (upper - lower) / max(1, (ems / 1.5).rounded(.down))
    guard least > 0, least.isFinite else { return }
    let power = Rounded.pow(10, floor(Rounded.log10(least)))
    let factor = [1.0, 2, 2.5, 5, 10].first { $0 * power >= least } ?? 10
    add("set ytics \(factor * power)")
  }

  /// Appends `texts` as tics at `places` on an axis; if they would overlap, only every second, third, ….
  ///
  /// - Parameters:
  ///   - shares: the places as fractions of the axis length.
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

  /// The maximum number of characters per title line on a page of the default size.
  static let titleWidth = 66

  /// Returns `parts` separated by dots, broken into lines between parts, and at spaces within long parts, so that
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

  /// Returns `text` broken at spaces into lines of at most `width` characters.
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

  /// Returns `text` shortened to `count` characters, with an ellipsis if anything was cut.
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

  /// Converts `value` from the figure's unit to the unit of the axis.
  func onAxis(_ value: Double) -> Double { scaleInColumn * value }

  /// The label without its unit.
  var title: String { label.replacing(#/ \([^()]*\)$/#, with: "") }
}

/// A piece of a gnuplot script written entirely by this program.
///
/// A literal is code. Numbers and other code can be interpolated, but not a `String`, so that a name from a file
/// reaches gnuplot only as quoted text:
///
///     script.add("set title \(Script.quoted(study.name))")
struct GnuplotCode: ExpressibleByStringInterpolation, Sendable {
  private enum Piece: Sendable {
    case code(String)
    /// Lines of foreign text; gnuplot also interprets the labels of tics as formats.
    case text([String], isTic: Bool)
  }

  private var pieces: [Piece]

  private init(written text: String) { pieces = [.code(text)] }

  init(stringLiteral code: StaticString) { pieces = [.code("\(code)")] }

  init(stringInterpolation parts: StringInterpolation) { self = parts.code }

  /// The code for terminals that show text literally.
  var text: String { text(for: .svg) }

  /// Returns the code for the terminal of `format`.
  func text(for format: PictureFormat) -> String {
    pieces.map { piece in
      switch piece {
      case .code(let code): code
      case .text(let lines, let isTic):
        Self.quoted(
          lines.map { line in
            let shown = format == .tikz ? TeXText.escaped(line.visible) : line.visible
            return isTic ? shown.replacingScalars(["%": "%%"]) : shown
          })
      }
    }.joined()
  }

  /// The accumulator of a literal's parts.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var code = GnuplotCode(written: "")

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ code: StaticString) { self.code.append("\(code)") }

    mutating func appendInterpolation(_ code: GnuplotCode) { self.code.append(code) }

    mutating func appendInterpolation(_ number: Int) { code.append(String(number)) }

    /// Appends `number` in full precision; `NaN`, which gnuplot skips, for nil and non-finite values.
    mutating func appendInterpolation(_ number: Double?) {
      code.append(number.map { $0.isFinite ? "\($0)" : "NaN" } ?? "NaN")
    }
  }

  /// Appends `code`, written by this program.
  private mutating func append(_ code: String) {
    if case .code(let last) = pieces.last {
      pieces[pieces.count - 1] = .code(last + code)
    } else {
      pieces.append(.code(code))
    }
  }

  /// Appends `other`.
  mutating func append(_ other: Self) {
    for piece in other.pieces {
      if case .code(let code) = piece { append(code) } else { pieces.append(piece) }
    }
  }

  /// Creates quoted text; `isTic` if it is the label of a tic.
  fileprivate init(quoting lines: [String], isTic: Bool = false) { pieces = [.text(lines, isTic: isTic)] }

  /// Quotes `lines`: the only place where foreign text enters a script.
  ///
  /// Within double quotes gnuplot runs text in back-quotes, and elsewhere `@NAME` is a macro; so every character not
  /// known to be harmless is written as its character code, which gnuplot decodes only afterwards.
  private static func quoted(_ lines: [String]) -> String {
    var text = "\""
    for (number, line) in lines.enumerated() {
      if number > 0 { text += "\\n" }
      var isAfterNumber = false
      for scalar in line.unicodeScalars {
        // A digit after a number would be read as part of it.
        if !scalar.isASCII || isHarmless(scalar) && !(isAfterNumber && ("0"..."9").contains(scalar)) {
          text.unicodeScalars.append(scalar)
          isAfterNumber = false
        } else {
          let digits = String(scalar.value, radix: 8)
          text += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
          isAfterNumber = true
        }
      }
    }
    return text + "\""
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", " ", ".", ",", ":", ";", "_", "=", "+", "-", "/", "(", ")": true
    default: false
    }
  }

  static func + (a: Self, b: Self) -> Self {
    var sum = a
    sum.append(b)
    return sum
  }
}

extension [GnuplotCode] {
  /// Returns the pieces joined by `separator`.
  func joined(separator: GnuplotCode) -> GnuplotCode {
    guard var all = first else { return "" }
    for piece in dropFirst() {
      all.append(separator)
      all.append(piece)
    }
    return all
  }
}

extension Script {
  /// Returns one or several lines of text in quotes; gnuplot shows it literally.
  static func quoted(_ lines: String...) -> GnuplotCode { GnuplotCode(quoting: lines) }

  static func quoted(_ lines: [String]) -> GnuplotCode { GnuplotCode(quoting: lines) }

  /// Returns the text at a tic, with `%` escaped, which gnuplot would replace by a number.
  static func tic(_ text: String) -> GnuplotCode {
    GnuplotCode(quoting: [text], isTic: true)
  }

  /// Returns `value` in full precision; `NaN` for nil and non-finite values.
  static func number(_ value: Double?) -> GnuplotCode { "\(value)" }
}
