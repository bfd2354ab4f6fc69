import TestSupport
import Testing

@testable import Quoting

/// Text in a script is a word, to the byte.
struct ShellCodeTests {
  static let words =
    ["'", "\"", "`", "$", "\\", ";", "\n", "*", "~", "#", " ", "\r\n"].flatMap(Graphemes.around)
    + Graphemes.hiding("$(touch PWNED)", between: "'", and: "'")
    + ["", "-n", "\u{202E}txt", "é", "👩🏽‍🚀", "a=b", "%s"]

  @Test
  func `a shell takes what is quoted as the bytes that it was`() throws {
    try withScratchFolder { folder in
      let call: ShellCode = "printf '<%s>\\n' \(Self.words)"
      let shown = try shell(call.text, in: folder)
      #expect(shown.code == 0)
      #expect(Array(shown.output.utf8) == Array(Self.words.map { "<\($0)>\n" }.joined().utf8))
      #expect(try names(in: folder) == [], "nothing of it ran")
    }
  }

  @Test(arguments: words)
  func `what is quoted is read back as it was`(word: String) throws {
    let read = try #require(ShellWords.split(ShellWords.quoted(word)))
    #expect(read.map { Array($0.utf8) } == [Array(word.utf8)])
  }

  @Test
  func `a quote with a mark behind it closes as any`() {
    #expect(ShellWords.split("--comment='a\u{301}'\u{301}b' c'") == ["--comment=a\u{301}\u{301}b c"])
  }

  @Test
  func `plain words stay bare, and code is code`() {
    let call: ShellCode = "exec \("/bin/detour") --jobs \(4) \(["a b", "--x=1"])"
    #expect(call.text == "exec /bin/detour --jobs 4 'a b' --x=1")
    #expect("-x".asOperand == "./-x" && "-\u{301}".asOperand == "./-\u{301}" && "x-".asOperand == "x-")
  }
}
