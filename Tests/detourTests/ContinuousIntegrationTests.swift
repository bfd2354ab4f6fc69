import Foundation
import TestSupport
import Testing

/// docs/ci.md: every command is run, and the workflow has no others.
@Suite(.waitsForPrograms, .enabled(if: succeeds("git --version")))
struct ContinuousIntegrationTests {
  private static let page = (try? String(contentsOfFile: checkoutPath("docs/ci.md"), encoding: .utf8)) ?? ""

  /// The content of the fenced blocks of `kind`.
  private static func blocks(_ kind: String) -> [String] {
    page.components(separatedBy: "```\(kind)\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
  }

  /// What the steps of the workflow run.
  private static var steps: [String] {
    let lines = blocks("yaml").joined().split(separator: "\n", omittingEmptySubsequences: false)
    var steps: [String] = []
    var depth: Int?
    for line in lines {
      let indentation = line.prefix { $0 == " " }.count
      if let inside = depth, indentation > inside {
        steps.append(String(line.dropFirst(indentation)))
        continue
      }
      depth = nil
      guard let mark = line.range(of: "run: ") else { continue }
      let rest = String(line[mark.upperBound...])
      if rest == "|" { depth = indentation } else { steps.append(rest) }
    }
    return steps
  }

  /// A folder with a small scenario on the branch `main`, and programs that the blocks find.
  private static func repository(_ scratch: Scratch) throws -> String {
    try scratch.write(Town.scenario.replacing("count: 300", with: "count: 40"), to: "work/mine.json5")
    // What installs needs root; `make deb-check` does it in a new system.
    try writeExecutable("#!/bin/sh\nexit 0\n", to: scratch.path("bin/apt-get"))
    try Program.copy(to: "bin/detour", in: scratch)
    let made = try shell(
      """
      export HOME=. GIT_CONFIG_NOSYSTEM=1; git init -q . && git add . &&
      git -c user.name=a -c user.email=a@b commit -qm 'Begin' && git update-ref refs/remotes/origin/main HEAD
      """, in: scratch.path("work"))
    #expect(made.code == 0, "\(made.output)")
    return
      "export PATH=\"\(scratch.path("bin")):$PATH\" HOME=\"\(scratch.path("home"))\" GIT_CONFIG_NOSYSTEM=1;"
      + " unset GITHUB_BASE_REF GITHUB_STEP_SUMMARY; mkdir -p \"$HOME\"; set -e; "
  }

  @Test
  func `every command of the page does what it says`() throws {
    let scratch = Scratch()
    let setting = try Self.repository(scratch)
    let blocks = Self.blocks("sh")
    #expect(blocks.count >= 7)
    for block in blocks {
      let call = try shell(setting + block, in: scratch.path("work"))
      #expect(call.code == 0, "\(block)\(call.output)")
    }
    #expect(try scratch.text("work/exact.xml").contains("failures=\"0\" errors=\"0\" skipped=\"0\""))
    #expect(try scratch.text("work/summary.md").hasPrefix("### Did it get worse? no\n"))
    #expect(try scratch.text("work/history.md").contains("scenario/mine"))
    #expect(try scratch.text("work/history.csv").contains(",scenario/mine,1,time,"))
  }

  @Test
  func `a change of results stops the build`() throws {
    let scratch = Scratch()
    let setting = try Self.repository(scratch)
    try scratch.write(
      try scratch.text("work/mine.json5").replacing("seed: 7", with: "seed: 8"), to: "work/mine.json5")
    let wanted = try #require(Self.steps.first { $0.contains("--gates exact") })
    let beside = try #require(Self.steps.first { $0.contains("worktree") })
    let call = try shell(setting + beside + "\n" + wanted, in: scratch.path("work"))
    #expect(call.code == 1, "\(call.output)")
    #expect(try scratch.text("work/exact.xml").contains("<failure type=\"worse\" message=\"other results"))
  }

  /// The recipe for `git bisect run`, with other gates, which need not be timed.
  private static var recipe: String {
    let block = blocks("text").first { $0.hasPrefix("git bisect run ") } ?? ""
    return block.replacing("--gates time --pairs 20", with: "--gates exact")
  }

  @Test
  func `the recipe for git bisect finds the commit that changed the results`() throws {
    let scratch = Scratch()
    let setting = try Self.repository(scratch)
    let history = try shell(
      setting + """
        commit() { git add . && git -c user.name=a -c user.email=a@b commit -qm "$1"; }
        git worktree add --quiet --detach ../base HEAD
        echo one > notes; commit one
        sed -i 's/seed: 7/seed: 8/' mine.json5; commit culprit
        echo two > notes; commit two
        echo three > notes; commit three
        git bisect start HEAD HEAD~4
        \(Self.recipe)
        """, in: scratch.path("work"))
    #expect(history.code == 0, "\(history.output)")
    #expect(history.output.contains("is the first bad commit"))
    let culprit = try shell("git show -s --format=%s refs/bisect/bad", in: scratch.path("work"))
    #expect(culprit.output == "culprit\n")
  }

  @Test(arguments: [(3, 125), (1, 1), (0, 0), (65, 65)])
  func `the recipe for git bisect skips what cannot be told`(code: Int, wanted: Int32) throws {
    let scratch = Scratch()
    try writeExecutable("#!/bin/sh\nexit \(code)\n", to: scratch.path("detour"))
    let words = Self.recipe.replacing("git bisect run ", with: "")
    let call = try shell("PATH=\"\(scratch.path("")):$PATH\"; export PATH; \(words)", in: scratch.path(""))
    #expect(!words.isEmpty && call.code == wanted, "\(call.output)")
  }

  @Test
  func `the workflow runs the commands of the page and no others`() {
    let commands = Set(Self.blocks("sh").flatMap { $0.split(separator: "\n").map(String.init) })
    #expect(Self.steps.count >= 9)
    for step in Self.steps { #expect(commands.contains(step), "\(step)") }
  }
}
