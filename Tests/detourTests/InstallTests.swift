import Foundation
import TestSupport
import Testing

/// `make install` and `make uninstall`, which run Scripts/install.sh.
@Suite(.waitsForPrograms) struct InstallTests {
  let scratch = Scratch()

  /// Runs the script with `words`.
  private func install(_ words: String...) throws -> Program.Call {
    let script = SharedData.checkout.appending(path: "Scripts/install.sh").path
    return try Program.call(URL(filePath: "/usr/bin/env"), ["sh", script] + words, in: scratch)
  }

  /// Every file and folder below the scratch folder's `prefix`.
  private func installed() -> Set<String> {
    Set(FileManager.default.enumerator(atPath: scratch.path("prefix"))?.compactMap { $0 as? String } ?? [])
  }

  @Test
  func `the program finds its scenarios, shells and man find theirs, and all of it goes again`() throws {
    let prefix = scratch.path("prefix")
    try scratch.write("mine", to: "prefix/bin/mine")
    try install(Program.url.path, prefix).expectSuccess()
    let names = installed()
    for name in [
      "bin/detour", "share/man/man1/detour.1", "share/man/man1/detour-sweep.1",
      "share/bash-completion/completions/detour", "share/zsh/site-functions/_detour",
      "share/fish/vendor_completions.d/detour.fish", "share/detour/scenario.schema.json",
      "share/detour/Scenarios/networks/tiny-town/node.csv", "include/detour_policy.h",
    ] { #expect(names.contains(name), "\(name)") }

    let program = URL(filePath: prefix + "/bin/detour")
    let call = try Program.call(
      program,
      ["bench", "run/network", "--repetitions", "1", "--out", "measured"], in: scratch)
    call.expectSuccess()
    #expect(try scratch.text("measured/benchmark.json").contains("run/network"))

    try install("--remove", prefix).expectSuccess()
    #expect(installed() == ["bin", "bin/mine"])
  }

  @Test
  func `a newer version takes away what it has no more, and leaves what is not its own`() throws {
    let prefix = scratch.path("prefix")
    try install(Program.url.path, prefix).expectSuccess()
    let names = installed()
    let list = "prefix/share/detour/installed"
    try scratch.write("old", to: "prefix/share/detour/old/thing")
    try scratch.write("mine", to: "prefix/share/detour/mine")
    try scratch.write(
      try scratch.text(list) + "share/detour/old/\nshare/detour/old/thing\n", to: list)
    try install(Program.url.path, prefix).expectSuccess()
    #expect(installed() == names.union(["share/detour/mine"]))
    try install("--remove", prefix).expectSuccess()
    #expect(installed() == ["share", "share/detour", "share/detour/mine"])
  }

  @Test
  func `what cannot be done is said`() throws {
    let prefix = scratch.path("prefix")
    #expect(try install(Program.url.path, "here").errors.contains("must be named from / on"))
    #expect(try install("--remove", prefix).errors.contains("nothing of Detour is installed below"))
    #expect(try install(scratch.path("detour"), prefix).errors.contains("`make build` makes one"))
    #expect(!FileManager.default.fileExists(atPath: prefix))
  }
}
