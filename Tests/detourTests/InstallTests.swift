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
  func `a program of the same name that somebody else has put there stays`() throws {
    let prefix = scratch.path("prefix")
    try scratch.write("another detour", to: "prefix/bin/detour")
    let call = try install(Program.url.path, prefix)
    #expect(call.status == 65)
    #expect(
      call.errors
        == "install: \(prefix)/bin/detour: `make install` did not put this there; move it away, or give another PREFIX\n"
    )
    #expect(installed() == ["bin", "bin/detour"])
    #expect(try scratch.text("prefix/bin/detour") == "another detour")
  }

  @Test(arguments: ["../precious", "share/../../precious", "/precious"])
  func `nothing outside the folder is removed, whatever the list says`(name: String) throws {
    try scratch.write("mine", to: "precious")
    try scratch.write("bin/detour\n\(name)\n", to: "prefix/share/detour/installed")
    try scratch.write("a program", to: "prefix/bin/detour")
    let call = try install("--remove", scratch.path("prefix"))
    #expect(call.status == 65 && call.errors.contains("names `\(name)`, which is not below"))
    #expect(try scratch.text("precious") == "mine")
    #expect(scratch.has("prefix/bin/detour"))
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
