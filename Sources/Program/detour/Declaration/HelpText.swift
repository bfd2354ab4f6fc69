/// Text for a terminal with 80 columns, wrapped between words.
enum HelpText {
  /// The default width of a terminal.
  static let width = 80
  /// The width of the longest option names that still have their description on the same line.
  private static let widestName = 24

  /// Wraps `text` into lines; every line after the first is indented by `indent` spaces.
  ///
  /// A word longer than a line, such as a path, gets a line of its own.
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

  /// Wraps a shell command; each line but the last ends in a backslash.
  static func command(_ text: String) -> String {
    let lines = broken(text, first: 11, indent: 2).split(separator: "\n")
    return lines.joined(separator: " \\\n")
  }

  /// Wraps the paragraphs of `text` that are too wide; leaves lines that begin with a space unchanged.
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

  /// Returns `entries` as a list in two columns.
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
