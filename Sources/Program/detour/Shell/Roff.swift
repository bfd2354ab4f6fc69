import Quoting

/// A text in the language of man(7), built up part by part.
struct Roff {
  private(set) var text: String

  /// Begins the page `title` of section 1, the summary of which is `summary`.
  init(title: String, summary: String) {
    text = """
      .TH \(Self.escaped(title.uppercased())) 1 "\(Detour.released)" "detour \(Detour.version)" "Detour"
      .SH NAME
      \(Self.escaped(title)) \\- \(Self.line(summary))

      """
  }

  mutating func section(_ title: String) { text += ".SH \"\(title)\"\n" }

  /// A part of a section.
  mutating func subsection(_ title: String) { text += ".SS \"\(Self.escaped(title))\"\n" }

  /// Parts what follows from what stands there, but for a heading, behind which it is parted anyway.
  private mutating func part() {
    if text.split(separator: "\n").last?.hasPrefix(".SH") == false { text += ".PP\n" }
  }

  /// A command line as it is written.
  mutating func synopsis(_ line: String) {
    part()
    text += ".B detour\n" + Self.line(String(line.dropFirst("detour ".count))) + "\n"
  }

  /// Something with a name, and what it is.
  mutating func item(_ name: String, _ words: String) {
    text += ".TP\n.B \"\(Self.escaped(name).replacingScalars(["\"": "\\(dq"]))\"\n"
    text += words.split(separator: "\n").map { Self.line(String($0)) + "\n" }.joined()
  }

  /// Paragraphs that empty lines part; where one has columns, its lines stay as they are.
  mutating func paragraphs(_ words: String) {
    for paragraph in words.split(separator: "\n\n") {
      let lines = paragraph.split(separator: "\n").map { Self.line(String($0)) + "\n" }.joined()
      let hasColumns = paragraph.contains("  ") || paragraph.contains(#/^([^.:\n]+: .*\n){3}/#)
      part()
      text += (hasColumns ? ".nf\n" + lines + ".fi\n" : lines)
    }
  }

  /// A line to be typed.
  mutating func code(_ line: String) {
    part()
    text += ".nf\n.B \"\(Self.escaped(line).replacingScalars(["\"": "\\(dq"]))\"\n.fi\n"
  }

  /// A line of text, which is no request whatever it begins with.
  private static func line(_ words: String) -> String {
    let line = escaped(words)
    return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }

  /// The text without what the language would take for more than text.
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

  /// Four digits or more.
  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
