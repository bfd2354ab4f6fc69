import Quoting
import Tables

/// A piece of a gnuplot script written entirely by this program.
///
/// A literal is code. Numbers and other code can be interpolated, but not a `String`, so that a name from a file
/// reaches gnuplot only as quoted text:
///
///     script.add("set title \(Script.quoted(study.name))")
struct GnuplotCode: ExpressibleByStringInterpolation, Sendable {
  private enum Piece: Sendable {
    case code(String)
    /// Lines of foreign text; those at a tic are read as formats, too.
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

    /// Appends all digits of `number`; `NaN`, which gnuplot skips, for nil and non-finite values.
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

  /// Creates quoted text; `isTic` if it stands at a tic.
  fileprivate init(quoting lines: [String], isTic: Bool = false) { pieces = [.text(lines, isTic: isTic)] }

  /// Quotes `lines`: the only place where foreign text enters a script.
  ///
  /// Within double quotes gnuplot runs text in back-quotes, and elsewhere `@NAME` is a macro; so every character
  /// not known to be harmless is written as its number, which gnuplot decodes only afterwards.
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

  /// Returns `value` with all its digits; `NaN` for nil and non-finite values.
  static func number(_ value: Double?) -> GnuplotCode { "\(value)" }
}
