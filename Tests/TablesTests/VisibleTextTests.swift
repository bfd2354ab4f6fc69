import Tables
import Testing

struct VisibleTextTests {
  @Test(arguments: [
    ("plain text, 95 %", "plain text, 95 %"), ("é ü 漢字 🚗 e\u{301}", "é ü 漢字 🚗 e\u{301}"),
    ("\u{1B}[31mred\u{7}", #"\u{1B}[31mred\u{7}"#), ("a\r\nb\tc\u{0}", #"a\u{D}\u{A}b\u{9}c\u{0}"#),
    ("\u{9B}31m\u{7F}", #"\u{9B}31m\u{7F}"#),
    ("\u{202E}txt.exe\u{2066}\u{200F}", #"\u{202E}txt.exe\u{2066}\u{200F}"#),
    ("\u{2028}\u{2029}\u{FEFF}\u{FFFE}", #"\u{2028}\u{2029}\u{FEFF}\u{FFFE}"#),
    ("می\u{200C}روم", "می\u{200C}روم"),
  ])
  func `what a terminal would obey is written out`(text: String, shown: String) {
    #expect(text.visible == shown)
  }

  @Test
  func `what is kept stays`() {
    #expect("a\tb\nc\u{1B}".visible(keeping: ["\n", "\t"]) == "a\tb\nc\\u{1B}")
  }
}
