import Quoting
import Tables

/// A piece of a gnuplot script that holds nothing but what this program wrote.
///
/// A literal is code. Into it go numbers and other code; a `String` does not fit, so that a name from a file reaches
/// gnuplot as a quoted text or not at all:
///
///     script.add("set title \(Script.quoted(study.name))")
struct GnuplotCode: ExpressibleByStringInterpolation, Sendable {
  let text: String

  fileprivate init(written text: String) { self.text = text }

  init(stringLiteral code: StaticString) { text = "\(code)" }

  init(stringInterpolation parts: StringInterpolation) { text = parts.text }

  /// The collector of the parts of a literal.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(2 * literalCapacity) }

    mutating func appendLiteral(_ code: StaticString) { text += "\(code)" }

    mutating func appendInterpolation(_ code: GnuplotCode) { text += code.text }

    mutating func appendInterpolation(_ number: Int) { text += String(number) }

    /// All digits of `number`; `NaN`, which gnuplot leaves out, for nil and for what is not finite.
    mutating func appendInterpolation(_ number: Double?) {
      text += number.map { $0.isFinite ? "\($0)" : "NaN" } ?? "NaN"
    }
  }

  /// `lines` in quotes: the one place where text that is not the program's own enters a script.
  ///
  /// Within double quotes gnuplot runs what stands in back-quotes, and elsewhere `@NAME` is a macro; so whatever is not
  /// known to be harmless stands as its number, which gnuplot reads after it has looked for both.
  fileprivate init(quoting lines: [String]) {
    var text = "\""
    for (number, line) in lines.enumerated() {
      if number > 0 { text += "\\n" }
      var isAfterNumber = false
      for scalar in line.visible.unicodeScalars {
        // A digit behind a number would be read as a part of it.
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
  /// The pieces one after the other with `separator` between them.
  func joined(separator: GnuplotCode) -> GnuplotCode {
    guard var all = first else { return "" }
    for piece in dropFirst() { all = all + separator + piece }
    return all
  }
}

extension Script {
  /// The text of one line, or of several, in quotes; gnuplot shows it as it is.
  static func quoted(_ lines: String...) -> GnuplotCode { GnuplotCode(quoting: lines) }

  static func quoted(_ lines: [String]) -> GnuplotCode { GnuplotCode(quoting: lines) }

  /// The text at a tic, in which gnuplot would take `%` for the place of a number.
  static func tic(_ text: String) -> GnuplotCode {
    GnuplotCode(quoting: [text.replacingScalars(["%": "%%"])])
  }

  /// `value` with all its digits; `NaN` for nil and for what is not finite.
  static func number(_ value: Double?) -> GnuplotCode { "\(value)" }
}
