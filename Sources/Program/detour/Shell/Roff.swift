import Quoting

/// A text in the markup of man(7), built step by step.
struct Roff {
  private(set) var text: String

  /// Begins the page `title` of section 1 with the summary `summary`.
  init(title: String, summary: String) {
    text = """
      .TH \(Self.escaped(title.uppercased())) 1 "\(Detour.released)" "detour \(Detour.version)" "Detour"
      .SH NAME
      \(Self.escaped(title)) \\- \(Self.line(summary))

      """
  }

  mutating func section(_ title: String) { text += ".SH \"\(title)\"\n" }

  /// Begins a subsection.
  mutating func subsection(_ title: String) { text += ".SS \"\(Self.escaped(title))\"\n" }

  /// Separates what follows from the text so far, except after a heading, which separates by itself.
  private mutating func part() {
    if text.split(separator: "\n").last?.hasPrefix(".SH") == false { text += ".PP\n" }
  }

  /// Adds a command line as it is written.
  mutating func synopsis(_ line: String) {
    part()
    text += ".B detour\n" + Self.line(String(line.dropFirst("detour ".count))) + "\n"
  }

  /// Adds a term and its description.
  mutating func item(_ name: String, _ words: String) {
    text += ".TP\n.B \"\(Self.escaped(name).replacingScalars(["\"": "\\(dq"]))\"\n"
    text += words.split(separator: "\n").map { Self.line(String($0)) + "\n" }.joined()
  }

  /// Adds paragraphs separated by empty lines; the lines of a paragraph with columns are kept as they are.
  mutating func paragraphs(_ words: String) {
    for paragraph in words.split(separator: "\n\n") {
      let lines = paragraph.split(separator: "\n").map { Self.line(String($0)) + "\n" }.joined()
      let hasColumns = paragraph.contains("  ") || paragraph.contains(#/^([^.:\n]+: .*\n){3}/#)
      part()
      text += (hasColumns ? ".nf\n" + lines + ".fi\n" : lines)
    }
  }

  /// Adds a line of code.
  mutating func code(_ line: String) {
    part()
    text += ".nf\n.B \"\(Self.escaped(line).replacingScalars(["\"": "\\(dq"]))\"\n.fi\n"
  }

  /// Returns a line of text that is never taken for a request, whatever it begins with.
  private static func line(_ words: String) -> String {
    let line = escaped(words)
    return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }

  /// Returns the text with the characters escaped that have a meaning in the markup.
  private static func escaped(_ words: String) -> String {
    var escaped = ""
    for scalar in words.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "\n": escaped += "\n"
      case _ where !scalar.isASCII: escaped += "\\[u\(hexadecimal(scalar))]"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Returns the scalar as four or more hexadecimal digits.
  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
