import Foundation
import TestSupport
import Testing

@testable import Quoting

/// Text on a page or in a report is text, whatever character its signs are a part of.
struct MarkupTests {
  static let texts =
    ["<", ">", "&", "\"", "'"].flatMap(Graphemes.around)
    + Graphemes.hiding("meta http-equiv=refresh content=\"0;url=//x\"", between: "<", and: ">")
    + Graphemes.hiding(" onload=x ", between: "\"", and: "\"")

  @Test(arguments: texts)
  func `no sign of markup is left of a text`(text: String) {
    let cell: Markup = "\(text)"
    let signs = "<>\"'".unicodeScalars
    #expect(!cell.text.unicodeScalars.contains { signs.contains($0) })
    let names = ["&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'", "&amp;": "&"]
    var plain = ""
    var rest = Substring(cell.text).utf8
    while let byte = rest.first {
      let name = byte == UInt8(ascii: "&") ? names.first { rest.starts(with: $0.key.utf8) } : nil
      #expect(byte != UInt8(ascii: "&") || name != nil)
      plain += name?.value ?? String(Substring(rest).unicodeScalars.first!)
      rest = rest.dropFirst(name?.key.utf8.count ?? Substring(rest).unicodeScalars.first!.utf8.count)
    }
    #expect(Array(plain.utf8) == Array(text.utf8) || plain.contains("\\u{"))
  }

  @Test(arguments: texts)
  func `data neither ends its block nor opens a tag`(text: String) throws {
    let json = try String(decoding: JSONEncoder().encode([text]), as: UTF8.self)
    let block = Markup.data("d", json: json).text
    let opening = "<script type=\"application/json\" id=\"d\">"
    let closing = "</script>\n"
    #expect(block.hasPrefix(opening) && block.utf8.count > opening.utf8.count + closing.utf8.count)
    let inner = Array(block.utf8.dropFirst(opening.utf8.count).dropLast(closing.utf8.count))
    #expect(!inner.contains { "<>&".utf8.contains($0) })
    #expect(
      try JSONDecoder().decode([String].self, from: Data(inner)).map { Array($0.utf8) } == [Array(text.utf8)])
  }

  @Test
  func `markup stays markup`() {
    let items = ["a", "<b>"].map { "<li>\($0)</li>" as Markup }
    let list: Markup = "<ol start=\"\(3)\">\(items)</ol>"
    #expect(list.text == "<ol start=\"3\"><li>a</li><li>&lt;b&gt;</li></ol>")
  }
}
