import Quoting
import Testing

/// What a build server's runner would obey is written out; all else stays.
struct RunnerCommandsTests {
  @Test(arguments: [
    ("::stop-commands::x", #"\u{3A}:stop-commands::x"#), ("a\n  ::set-env::", "a\n  \\u{3A}:set-env::"),
    ("\u{200D}::x", "\u{200D}\\u{3A}:x"), (":\u{200D}:x", "\\u{3A}\u{200D}:x"),
    ("\u{A0}::x", "\u{A0}\\u{3A}:x"),
    ("a ##[set-env]b", #"a \u{23}#[set-env]b"#), ("##vso[task.x]", #"\u{23}#vso[task.x]"#),
    ("###[x]", #"#\u{23}#[x]"#), ("##teamcity[x]", #"\u{23}#teamcity[x]"#),
  ])
  func `a command to a runner is written out`(text: String, shown: String) {
    #expect(Array(text.withoutRunnerCommands.utf8) == Array(shown.utf8))
  }

  @Test(arguments: ["a::b", "x ::y", ": :", ":", "#", "## a [b]", "##", "# [x]", "a:\n:b", "é:é#[", ""])
  func `what is no command stays`(text: String) {
    #expect(text.withoutRunnerCommands == text)
  }
}
