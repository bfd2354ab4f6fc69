import JSON5
import Quoting
import TestSupport
import Testing

@testable import Pages

@Suite struct HTMLTests {
  @Test func textNeverBecomesATag() {
    let name = "</script><img src=x onerror=\"alert('&')\">"
    let cell: HTML = "<td title=\"\(name)\">\(name)</td>"
    let shown = "&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;&amp;&#39;)&quot;&gt;"
    #expect(cell.text == "<td title=\"\(shown)\">\(shown)</td>")
  }

  @Test func dataNeverEndsItsBlock() throws {
    let name = "</script><!--<script>&amp;\u{2028}"
    let block = HTML.block("data", .object([JSON.Member(name, .text(name))])).text
    let inner = try #require(
      block.wholeMatch(
        of: /<script type="application\/json" id="data">(.*)<\/script>\n/.dotMatchesNewlines())?.output.1)
    #expect(!inner.contains("<") && !inner.contains(">") && !inner.contains("&"))
    #expect(JSON(parsing: String(inner)) == .object([JSON.Member(name, .text(name))]))
  }

  /// What stood before a combining mark, or behind a prepended one, ended the block, and could send the reader elsewhere.
  @Test func dataWhoseSignsAreAPartOfLargerCharactersNeverEndsItsBlock() throws {
    let texts =
      Graphemes.hiding("/script", between: "<", and: ">")
      + Graphemes.hiding("meta http-equiv=refresh content=0", between: "<", and: ">")
    let block = HTML.block("data", .list(texts.map { .text($0) })).text
    #expect(block.unicodeScalars.count { $0 == "<" } == 2)
    let inner = block.dropFirst("<script type=\"application/json\" id=\"data\">".count).dropLast(
      "</script>\n".count)
    #expect(
      JSON(parsing: String(inner))?.items?.compactMap { $0.words.map { Array($0.utf8) } }
        == texts.map { Array($0.utf8) })
  }

  @Test(.enabled(if: (try? ChartLibrary()) != nil, "D3 is not installed")) func aPageSendsNothingAnywhere()
    throws
  {
    let texts = Graphemes.hiding("meta http-equiv=refresh content=0;url=//x", between: "<", and: ">")
    let page = try Page(
      title: texts.joined(), body: "<p>\(texts.joined())</p>",
      data: [.block("d", .list(texts.map { .text($0) }))],
      scripts: []
    ).text()
    let own = try Page(title: "", body: "", data: [], scripts: []).text()
    func metas(_ page: String) -> Int {
      Array(page.utf8).split(separator: UInt8(ascii: "<")).count { $0.starts(with: "meta".utf8) }
    }
    #expect(metas(page) == metas(own) && metas(own) == 4)
    for directive in ["default-src 'none'", "form-action 'none'", "base-uri 'none'"] {
      #expect(own.contains(directive + ";"))
    }
  }
}
