import Foundation
import TestSupport
import Testing

/// The documents show what the program prints today (`make docs` renews them), what they tell to do works, and their links lead
/// somewhere.
@Suite(.waitsForPrograms, .enabled(if: Program.hasPython))
struct KeptDocumentsTests {
  let scratch = Scratch()

  @Test
  func `a kept document is what the program prints; if a change is meant, make docs`() throws {
    let call = try Script.run("make_docs.py", "--check", Program.url.path, in: scratch)
    #expect(call.status == 0, "\(call.output)\(call.errors)")
  }

  @Test(arguments: ["scenario.md", "columns.md"])
  func `a long document begins with the twenty fields or columns that are needed first`(name: String) throws {
    let text = try String(contentsOf: SharedData.checkout.appending(path: "docs/" + name), encoding: .utf8)
    let sections = text.components(separatedBy: "\n## ")
    let rows = sections[1].split(separator: "\n").filter { $0.hasPrefix("| `") || $0.hasPrefix("| [`") }
    #expect(sections[1].hasPrefix("The twenty ") && rows.count == 20)
    #expect(sections[1].contains(name == "scenario.md" ? "`detour fields WORD`" : "`detour columns WORD`"))
  }

  @Test
  func `every block of the README runs, and documents show what is printed; if a change is meant, make docs`()
    throws
  {
    let call = try Script.run("check_readme.py", "--shown", "--program", Program.url.path, in: scratch)
    #expect(call.status == 0, "\(call.output)\(call.errors)")
    #expect(call.output.contains("ok     README.md: detour sweep "))
    #expect(call.output.contains("ok     docs/answers.md: detour compare "))
    #expect(call.output.contains("ok     docs/tutorial.md: detour tune "))
    #expect(
      call.output.contains("ok     docs/tutorial.md: pictures/tutorial-curves.svg")
        || call.output.contains("left   docs/tutorial.md: pictures/tutorial-curves.svg")
        || call.output.contains("since gnuplot is not installed"))
    #expect(call.output.contains(": import detour\n") || call.output.contains("left   README.md: its Python"))
  }

  @Test
  func `the diagram of layers is that of Package.swift; if a change is meant, make docs`() throws {
    let call = try Script.run("draw_layers.py", "--check", in: scratch)
    #expect(call.status == 0, "\(call.output)\(call.errors)")
  }

  @Test
  func `the page on the literature says what is kept; if a change is meant, make literature`() throws {
    let call = try Script.run("literature.py", "--check", in: scratch)
    #expect(call.status == 0, "\(call.output)\(call.errors)")
  }

  @Test
  func `every command in the comments of a scenario or a study works`() throws {
    let call = try Script.run("check_readme.py", "--comments", "--program", Program.url.path, in: scratch)
    #expect(call.status == 0, "\(call.output)\(call.errors)")
    #expect(call.output.contains("ok     Scenarios/services.json5: detour run "))
    #expect(call.output.contains("ok     Scenarios/shifts-recorded.json5: detour explain "))
    #expect(call.output.contains("ok     Scenarios/studies/rabat-radius.json5: detour validate "))
  }

  @Test
  func `a command in a comment that does not work is found`() throws {
    try scratch.write("// Try --set nothing=1.\n//     detour explain odd.json5 1\n{}\n", to: "odd.json5")
    let path = scratch.url.appending(path: "odd.json5").path
    let call = try Script.run(
      "check_readme.py", "--comments", "--program", Program.url.path, path, in: scratch)
    #expect(call.status == 1, "\(call.output)\(call.errors)")
    #expect(call.output.split(separator: "exit code 65").count == 3, "\(call.output)\(call.errors)")
  }

  @Test(arguments: [
    ("```sh\nmake tea\n```", "the Makefile has no verb tea"),
    ("```sh\npip install ./Ruby\n```", "./Ruby does not exist"),
    ("```sh\napt-get install ./.build/deb/detour_0.0.1_amd64.deb\n```", "is not what `make deb` makes"),
    ("```sh\ndetour columns shoes\n```", "exit code 64"),
    ("```json5\n{}\n```", "this block cannot be run"),
    ("```text\nwords\n```", "this block cannot be run"),
  ])
  func `a block that cannot be run, or fails, is found`(block: String, wrong: String) throws {
    try scratch.write(block + "\n", to: "README.md")
    let path = scratch.url.appending(path: "README.md").path
    let call = try Script.run(
      "check_readme.py", "--shown", "--all", "--program", Program.url.path, path, in: scratch)
    #expect(call.status == 1 && call.output.contains(wrong), "\(call.output)\(call.errors)")
  }

  @Test
  func `links between documents lead somewhere`() throws {
    let call = try Script.run("check_links.py", in: scratch)
    #expect(call.status == 0, "\(call.output)\(call.errors)")
  }

  @Test
  func `a dead link is found, and what stands in blocks is none`() throws {
    try scratch.write("# A _b_ [c](a.md)\n\n```\n[x](nowhere)\n```\n", to: "a.md")
    try scratch.write("[1](a.md#a-b-c) [2](a.md#d)\n[3](c.md) [4](https://example.org)\n", to: "b.md")
    let call = try Script.run("check_links.py", scratch.url.path, in: scratch)
    #expect(call.status == 1)
    #expect(
      call.output == "b.md:1: a.md#d: there is no such heading\nb.md:2: c.md: there is no such file\n",
      "\(call.output)\(call.errors)")
  }

  @Test
  func `a recipe that the contents do not list is found`() throws {
    try scratch.write("# How to\n\n[one](a.md#one)\n", to: "docs/how-to/README.md")
    try scratch.write("# A\n\n## One\n\n```\n## No\n```\n\n## Two things\n", to: "docs/how-to/a.md")
    let call = try Script.run("check_links.py", scratch.url.path, in: scratch)
    let line = "docs/how-to/README.md: lacks the link `[Two things](a.md#two-things)`\n"
    #expect(call.status == 1 && call.output == line, "\(call.output)\(call.errors)")
  }

  @Test
  func `results that a document names without being kept, or written by its own commands, are found`() throws
  {
    let text = """
      `detour sweep Scenarios/studies/mine.json5` and `detour run a.json5 -o Results/own` write Results/mine and Results/own.
      detour compare Results/lost --a x=1 --b x=2
      [the table](../Results/gone/summary.csv), but Sources/Results/Tables is a folder of its own.

      """
    try scratch.write(text, to: "a.md")
    let call = try Script.run("check_links.py", scratch.url.path, in: scratch)
    #expect(call.status == 1)
    let words = "neither kept nor written by a command of the document"
    let lines = ["a.md:2: Results/lost: \(words)", "a.md:3: Results/gone: \(words)"]
    #expect(
      lines.allSatisfy(call.output.contains) && !call.output.contains("/mine"), "\(call.output)\(call.errors)"
    )
    #expect(!call.output.contains("/own") && !call.output.contains("/Tables"), "\(call.output)\(call.errors)")
  }

  @Test
  func `a picture that a command of the document draws otherwise is found, and renewed`() throws {
    let text = """
      ```sh
      cp lines.svg Results/lines.svg && true --out Results/lines.svg
      ```

      ![Lines](lines.svg)

      """
    try scratch.write(text.replacing("lines.svg R", with: "\(scratch.url.path)/drawn.svg R"), to: "README.md")
    try scratch.write("<svg/>", to: "drawn.svg")
    try scratch.write("<svg></svg>", to: "lines.svg")
    let words = [
      "--shown", "--all", "--program", Program.url.path, scratch.url.appending(path: "README.md").path,
    ]
    let call = try Script.run("check_readme.py", words, in: scratch)
    #expect(call.status == 1 && call.output.contains("not the one that the command draws"), "\(call.output)")
    try Script.run("check_readme.py", ["--mend"] + words.dropFirst(), in: scratch).expectSuccess()
    #expect(try scratch.text("lines.svg") == "<svg/>")
    try Script.run("check_readme.py", words, in: scratch).expectSuccess()
    try scratch.write("<svg><desc>Produced by GNUPLOT 4.0</desc></svg>", to: "lines.svg")
    let other = try Script.run("check_readme.py", words, in: scratch)
    #expect(other.status == 0 && other.output.contains("left   "), "\(other.output)\(other.errors)")
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
  static func run(_ name: String, _ words: String..., in scratch: Scratch) throws -> Program.Call {
    try run(name, words, in: scratch)
  }

  static func run(_ name: String, _ words: [String], in scratch: Scratch) throws -> Program.Call {
    let path = SharedData.checkout.appending(path: "Scripts/" + name).path
    return try Program.call(URL(filePath: "/usr/bin/env"), ["python3", path] + words, in: scratch)
  }
}
