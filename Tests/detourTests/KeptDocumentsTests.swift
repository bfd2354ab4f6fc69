import Foundation
import TestSupport
import Testing

/// The documents that show what the program prints show what it prints today; `make docs` renews them.
@Suite(.enabled(if: Script.hasPython))
struct KeptDocumentsTests {
  let scratch = Scratch()

  @Test
  func `a kept document is what the program prints; if a change is meant, make docs`() throws {
    let call = try Script.run("make_docs.py", "--check", Program.url.path, in: scratch)
    #expect(call.status == 0, "\(call.output)\(call.errors)")
  }

  @Test
  func `the README shows what its commands print; if a change is meant, make docs`() throws {
    let call = try Script.run("check_readme.py", "--shown", "--program", Program.url.path, in: scratch)
    #expect(call.status == 0, "\(call.output)\(call.errors)")
    #expect(call.output.contains("ok     README.md: "))
  }

  @Test
  func `a document that says something else is found`() throws {
    let text = """
      ```sh
      detour columns stops
      ```

      ```text
      something else
      ```

      """
    try scratch.write(text, to: "README.md")
    let path = scratch.url.appending(path: "README.md").path
    let program = Program.url.path
    let call = try Script.run("check_readme.py", "--shown", "--program", program, path, in: scratch)
    #expect(call.status == 1 && call.output.contains("the output is not the one shown"))
    try Script.run("check_readme.py", "--mend", "--program", program, path, in: scratch).expectSuccess()
    try Script.run("check_readme.py", "--shown", "--program", program, path, in: scratch).expectSuccess()
  }
}

/// The scripts of the project.
private enum Script {
  static let hasPython =
    (try? Program.call(URL(filePath: "/usr/bin/env"), ["python3", "--version"], in: Scratch()))?.status == 0

  static func run(_ name: String, _ words: String..., in scratch: Scratch) throws -> Program.Call {
    let path = SharedData.checkout.appending(path: "Scripts/" + name).path
    return try Program.call(URL(filePath: "/usr/bin/env"), ["python3", path] + words, in: scratch)
  }
}
