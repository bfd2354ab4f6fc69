/// Text for a terminal of 80 columns, broken between words.
enum HelpText {
  /// The columns of a terminal that nobody has widened.
  static let width = 80
  /// The widest names of options that their effect stands beside.
  private static let widestName = 24

  /// Breaks `text` into lines, those after the first with `indent` blanks in front.
  ///
  /// A word that is longer than a line, as a path, has one of its own.
  static func broken(_ text: some StringProtocol, first: Int = 0, indent: Int = 0) -> String {
    var lines: [String] = []
    var line = ""
    var room = width - first
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > room {
        lines.append(line)
        (line, room) = ("", width - indent)
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return (lines + [line]).joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  /// Breaks a command of the shell, which goes on behind a backslash.
  static func command(_ text: String) -> String {
    let lines = broken(text, first: 11, indent: 2).split(separator: "\n")
    return lines.joined(separator: " \\\n")
  }

  /// Fills the paragraphs of `text` that are too wide; lines that begin with a blank are left as they are.
  static func filled(_ text: String) -> String {
    var blocks: [String] = []
    var paragraph: [Substring] = []
    func end() {
      // Lines that fit may be a list.
      let fits = paragraph.allSatisfy { $0.count <= width }
      if fits {
        blocks += paragraph.map(String.init)
      } else {
        blocks.append(broken(paragraph.joined(separator: " ")))
      }
      paragraph = []
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.isEmpty || line.hasPrefix(" ") {
        end()
        blocks.append(String(line))
      } else {
        paragraph.append(line)
      }
    }
    end()
    return blocks.joined(separator: "\n")
  }

  /// Lists `entries` in two columns.
  static func list(_ entries: [(name: String, meaning: String)]) -> String {
    let width = entries.map(\.name.count).filter { $0 <= widestName }.max() ?? 0
    return entries.map { name, meaning in
      let text = broken(meaning, first: width + 4, indent: width + 4)
      return name.count > width
        ? "  \(name)\n" + String(repeating: " ", count: width + 4) + text
        : "  \(name.padded(to: width))  \(text)"
    }.joined(separator: "\n")
  }
}
