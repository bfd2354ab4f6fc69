import Foundation
import Testing

/// The pages of the manual, checked by the programs that show them.
@Suite(.waitsForPrograms) struct ManualTests {
  let scratch = Scratch()
  private static let checkers = [
    ("/usr/bin/groff", ["-man", "-Tutf8", "-ww"]), ("/usr/bin/mandoc", ["-Tlint", "-Wwarning"]),
  ].filter { FileManager.default.isExecutableFile(atPath: $0.0) }

  @Test
  func `there is a page of the program and of each command, as they are printed one by one`() throws {
    try Program.run("man", "--out", "pages", in: scratch).expectSuccess()
    let names = try scratch.names(in: "pages")
    #expect(names.contains("detour.1"))
    #expect(try scratch.text("pages/detour.1") == Program.run("man", in: scratch).output)
    for command in HelpTests.commands {
      #expect(names.contains("detour-\(command).1"))
      let page = try Program.run("man", command, in: scratch)
      page.expectSuccess()
      #expect(try scratch.text("pages/detour-\(command).1") == page.output)
      // Every option that the help has.
      let help = try Program.run(command, "--help", in: scratch).output
      for option in help.matches(of: #/(--[a-z-]+)/#) {
        #expect(page.output.contains(option.1.replacing("-", with: "\\-")), "\(command) \(option.1)")
      }
    }
  }

  @Test(.enabled(if: !checkers.isEmpty))
  func `no page gives groff or mandoc cause for a warning`() throws {
    try Program.run("man", "--out", "pages", in: scratch).expectSuccess()
    for name in try scratch.names(in: "pages") {
      for (checker, words) in Self.checkers {
        let call = try Program.call(URL(filePath: checker), words + ["pages/" + name], in: scratch)
        #expect(call.status == 0, "\(checker) \(name)")
        #expect(call.errors == "", "\(checker) \(name)")
        if checker.hasSuffix("mandoc") { #expect(call.output == "", "\(name)") }
      }
    }
  }

  @Test
  func `a page that there is not is refused, and a folder that cannot be is told`() throws {
    try Program.run("man", "swep", in: scratch).expectFailure(64, "did you mean `sweep`?")
    try Program.run("man", "run", "--out", "pages", in: scratch).expectFailure(
      64, "--out DIR writes all pages")
    try scratch.write("", to: "file")
    try Program.run("man", "--out", "file/pages", in: scratch).expectFailure(65, "file/pages/detour.1")
  }
}
