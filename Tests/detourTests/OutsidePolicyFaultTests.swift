import Foundation
import Testing

/// Policies that fail: the run ends with a sentence that names the attempt, and leaves nothing behind.
@Suite(.waitsForPrograms) struct OutsidePolicyFaultTests {
  let scratch = Scratch()

  init() throws { try Town.write(to: scratch) }

  private func fails(
    _ policy: String, _ code: Int32, _ sentences: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let call = try Program.run("run", "town.json5", "--set", policy, "--out", "out", "--quiet", in: scratch)
    #expect(call.status == code, "\(call.errors)", sourceLocation: sourceLocation)
    for sentence in sentences {
      #expect(call.errors.contains(sentence), "\(call.errors)", sourceLocation: sourceLocation)
    }
    #expect(
      call.errors.split(separator: "\n").allSatisfy { $0.hasPrefix("detour: ") },
      sourceLocation: sourceLocation)
    // The folder, and what it is made of before it gets its name.
    #expect(try scratch.names().filter { $0.contains("out") } == [], sourceLocation: sourceLocation)
  }

  @Test
  func `a program that is not there`() throws {
    try fails(
      #"matching.policy={command:["detour-no-such"]}"#, 65, "`detour-no-such` cannot be started (No such file"
    )
    try fails(#"matching.policy={library:"none.so"}"#, 65, "none.so: there is no such file")
    try scratch.write("no library", to: "text.so")
    try fails(#"matching.policy={library:"text.so"}"#, 65, "policy `text` (text.so): it cannot be loaded")
  }

  @Test
  func `a process that dies`() throws {
    try fails(
      PolicyPrograms.shell("read attempt; exit 3"), 1, "policy `shell`", "request ",
      "cycle 1, attempt 1 at 0:0", "exit code 3")
    try fails(#"matching.policy={command:["false"]}"#, 1, "at the `hello` message", "exit code 1")
    try fails(
      PolicyPrograms.shell(
        "while read line; do case $line in *end*) exit 4;; *) echo '{\"driver\":null}';; esac; done"), 1,
      "at the `end` message", "exit code 4")
  }

  @Test
  func `nonsense, and what would be right`() throws {
    try fails(
      PolicyPrograms.shell("while read line; do echo nonsense; done"), 1, "it answered `nonsense`",
      "not a JSON object", #"{"driver": 17}"#)
    try fails(
      PolicyPrograms.shell("while read line; do echo '{\"driver\":123456}'; done"), 1,
      "driver 123456 is not a candidate; answer with one of ")
    try fails(PolicyPrograms.shell("read line; printf '{\"driver\":null}\\n\\n'; sleep 60"), 1, "unrequested")
    try fails(
      #"matching.policy={command:["cat"]}"#, 1, "at the `hello` message",
      "`type` is not a member of an answer")
  }

  @Test
  func `a late answer`() throws {
    try fails(
      PolicyPrograms.shell("read line; sleep 60", ",timeout_s:0.3"), 1, "it took longer than 0.3 s",
      "timeout_s")
  }

  @Test
  func `a word to the error stream`() throws {
    try fails(
      PolicyPrograms.shell("read line; echo 'look here' >&2; echo '{\"driver\":null}'; sleep 60"), 1,
      "it wrote to its standard error", "\ndetour:   look here\n")
    // Written when nobody looks, it is found at the end at the latest.
    try fails(
      PolicyPrograms.shell("while read line; do echo '{\"driver\":null}'; done; echo late >&2"), 1,
      "at the `end` message", "\ndetour:   late\n")
  }

  @Test
  func `validate greets the process`() throws {
    try Program.run("validate", "town.json5", "--set", #"matching.policy={command:["false"]}"#, in: scratch)
      .expectFailure(1, "at the `hello` message")
    try scratch.write(PolicyPrograms.python(PolicyPrograms.least), to: "least.py")
    try Program.run("validate", "town.json5", "--set", PolicyPrograms.python3("least.py"), in: scratch)
      .expectSuccess()
  }

  @Test(arguments: [
    ("{}", "neither `command` nor `library`"), (#"{command:["a"],library:"b"}"#, "`command` and `library`"),
    ("{command:[]}", "found a list of 0"), (#"{command:[""]}"#, "the first word, the program, is empty"),
    (#"{command:["a"],name:"random"}"#, "a built-in policy"), ("5", "found 5; give one of"),
    (#"{command:["a"],timeout_s:0}"#, "timeout_s"), (#"{comand:["a"]}"#, "did you mean `command`?"),
  ])
  func `a field that is wrong`(_ policy: String, _ sentence: String) throws {
    try Program.run("validate", "town.json5", "--set", "matching.policy=\(policy)", in: scratch)
      .expectFailure(65, sentence)
  }
}
