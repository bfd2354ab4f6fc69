import Quoting
import Tables

/// A piece of a gnuplot script written entirely by this program.
///
/// A literal is code. Numbers and other code can be interpolated, but not a `String`, so that a name from a file
/// reaches gnuplot only as quoted text:
///
///     script.add("set title \(Script.quoted(study.name))")
struct GnuplotCode: ExpressibleByStringInterpolation, Sendable {
  let text: String

  fileprivate init(written text: String) { self.text = text }

  init(stringLiteral code: StaticString) { text = "\(code)" }

  init(stringInterpolation parts: StringInterpolation) { text = parts.text }

  /// The accumulator of a literal's parts.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(2 * literalCapacity) }

    mutating func appendLiteral(_ code: StaticString) { text += "\(code)" }

    mutating func appendInterpolation(_ code: GnuplotCode) { text += code.text }

    mutating func appendInterpolation(_ number: Int) { text += String(number) }

    /// Appends all digits of `number`; `NaN`, which gnuplot skips, for nil and non-finite values.
    mutating func appendInterpolation(_ number: Double?) {
      text += number.map { $0.isFinite ? "\($0)" : "NaN" } ?? "NaN"
    }
  }

  /// Quotes `lines`: the only place where foreign text enters a script.
  ///
  /// Within double quotes gnuplot runs text in back-quotes, and elsewhere `@NAME` is a macro; so every character
  /// not known to be harmless is written as its number, which gnuplot decodes only afterwards.
  fileprivate init(quoting lines: [String]) {
    var text = "\""
    for (number, line) in lines.enumerated() {
      if number > 0 { text += "\\n" }
      var isAfterNumber = false
      for scalar in line.visible.unicodeScalars {
        // A digit after a number would be read as part of it.
        if !scalar.isASCII || Self.isHarmless(scalar) && !(isAfterNumber && ("0"..."9").contains(scalar)) {
          text.unicodeScalars.append(scalar)
          isAfterNumber = false
        } else {
          let digits = String(scalar.value, radix: 8)
          text += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
          isAfterNumber = true
        }
      }
    }
    self.text = text + "\""
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", " ", ".", ",", ":", ";", "_", "=", "+", "-", "/", "(", ")": true
    default: false
    }
  }

  static func + (a: Self, b: Self) -> Self { Self(written: a.text + b.text) }
}

extension [GnuplotCode] {
  /// Returns the pieces joined by `separator`.
  func joined(separator: GnuplotCode) -> GnuplotCode {
    guard var all = first else { return "" }
    for piece in dropFirst() { all = all + separator + piece }
    return all
  }
}

extension Script {
  /// Returns one or several lines of text in quotes; gnuplot shows it literally.
  static func quoted(_ lines: String...) -> GnuplotCode { GnuplotCode(quoting: lines) }

  static func quoted(_ lines: [String]) -> GnuplotCode { GnuplotCode(quoting: lines) }

  /// Returns the text at a tic, with `%` escaped, which gnuplot would replace by a number.
  static func tic(_ text: String) -> GnuplotCode {
    GnuplotCode(quoting: [text.replacingScalars(["%": "%%"])])
  }

  /// Returns `value` with all its digits; `NaN` for nil and non-finite values.
  static func number(_ value: Double?) -> GnuplotCode { "\(value)" }
}
