import TestSupport
import Testing

@testable import Quoting

/// Text in Markdown is text, whatever character its signs are a part of.
struct MarkdownTests {
  @Test(arguments: "\\`*_[]#|~>!$".unicodeScalars.flatMap { Graphemes.around(String($0)) })
  func `a mark has a backslash before it`(text: String) {
    let marks = "\\`*_[]#|~>!$".unicodeScalars
    let cell: Markdown = "\(text)"
    var isKept = false
    for scalar in cell.text.unicodeScalars {
      #expect(isKept || scalar == "\\" || !marks.contains(scalar), "\(cell.text.debugDescription)")
      isKept = !isKept && scalar == "\\"
    }
  }

  @Test(arguments: ["<", "&", "@"].flatMap(Graphemes.around))
  func `a tag, an entity and a mention are none`(text: String) {
    let cell: Markdown = "\(text)"
    #expect(!cell.text.unicodeScalars.contains("<") && !cell.text.unicodeScalars.contains("@"))
    #expect(!Graphemes.behind.contains { cell.text.contains("&" + $0) })
  }

  @Test
  func `Markdown stays Markdown`() {
    let cells = ["**yes**", "\("a|b")"] as [Markdown]
    #expect(cells.joined(separator: " | ").text == #"**yes** | a\|b"#)
    #expect(Markdown(plain: "x_y").text == #"x\_y"#)
  }
}
