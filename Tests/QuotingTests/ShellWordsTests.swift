import Testing

@testable import Quoting

struct ShellWordsTests {
  @Test(arguments: [
    ("--partition=long --time=8:00:00", ["--partition=long", "--time=8:00:00"]),
    ("  -p  x\t", ["-p", "x"]),
    ("--comment='two words' -J \"a 'b'\"", ["--comment=two words", "-J", "a 'b'"]),
    (#"a\ b '' \'"#, ["a b", "", "'"]),
    ("", []),
  ])
  func `blanks part words, quotes keep them`(text: String, words: [String]) {
    #expect(ShellWords.split(text) == words)
  }

  @Test(arguments: ["'open", "\"open", "--x='a\"", "ends\\"])
  func `a quote that is open is no list of words`(text: String) {
    #expect(ShellWords.split(text) == nil)
  }

  @Test(arguments: ["plain", "", "two words", "it's", "$HOME `id` \"\\", "a\nb", "*?[", "--x=1,2:3"])
  func `what is quoted is read back as it was`(word: String) {
    #expect(ShellWords.split(ShellWords.quoted(word)) == [word])
  }

  @Test
  func `plain words stay bare`() {
    #expect(ShellWords.quoted("--vary=a.b=1:2:3") == "--vary=a.b=1:2:3")
    #expect(ShellWords.quoted("it's") == #"'it'\''s'"#)
  }
}
