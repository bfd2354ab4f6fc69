import JSON5
import Testing

@testable import Pages

@Suite struct HTMLTests {
  @Test func textNeverBecomesATag() {
    let name = "</script><img src=x onerror=\"alert('&')\">"
    let cell: HTML = "<td title=\"\(name)\">\(name)</td>"
    let shown = "&lt;/script&gt;&lt;img src=x onerror=&quot;alert(&#39;&amp;&#39;)&quot;&gt;"
    #expect(cell.markup == "<td title=\"\(shown)\">\(shown)</td>")
  }

  @Test func dataNeverEndsItsBlock() throws {
    let name = "</script><!--<script>&amp;\u{2028}"
    let block = HTML.block("data", .object([JSON.Member(name, .text(name))])).markup
    let inner = try #require(
      block.wholeMatch(
        of: /<script type="application\/json" id="data">(.*)<\/script>\n/.dotMatchesNewlines())?.output.1)
    #expect(!inner.contains("<") && !inner.contains(">") && !inner.contains("&"))
    #expect(JSON(parsing: String(inner)) == .object([JSON.Member(name, .text(name))]))
  }
}
