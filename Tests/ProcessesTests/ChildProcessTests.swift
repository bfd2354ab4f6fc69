import Foundation
import Processes
import Quantities
import Testing

/// A shell that answers as a test wants it: what it does wrong is told by its kind.
struct ChildProcessTests {
  private let second = Milliseconds(1_000)
  private let long = Milliseconds(20_000)

  private func shell(_ script: String) throws -> ChildProcess {
    try ChildProcess(["sh", "-c", script], folder: "")
  }

  private func line(_ text: String) -> [UInt8] { Array("\(text)\n".utf8) }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// What `body` throws.
  private func fault(_ body: () throws(ChildFault) -> Void) -> ChildFault? {
    do throws(ChildFault) { try body() } catch { return error }
    return nil
  }

  @Test
  func `each line is answered by one`() throws {
    let child = try shell(#"while read word && [ "$word" != end ]; do echo "<$word>"; done"#)
    #expect(text(try child.answer(to: line("one"), within: long)) == "<one>")
    #expect(text(try child.answer(to: line("two"), within: long)) == "<two>")
    try child.finish(saying: line("end"), within: long)
  }

  @Test
  func `lines longer than a pipe has room go both ways`() throws {
    let child = try ChildProcess(["cat"], folder: "")
    let much = String(repeating: "x", count: 300_000)
    #expect(text(try child.answer(to: line(much), within: long)) == much)
    try child.finish(within: long)
  }

  @Test
  func `it works in its folder`() throws {
    let child = try ChildProcess(["sh", "-c", "read word; pwd"], folder: "/usr/share")
    #expect(text(try child.answer(to: line("where"), within: long)) == "/usr/share")
    try child.finish(within: long)
  }

  @Test
  func `a program that is not there is not started`() {
    #expect(throws: (any Error).self) { try ChildProcess(["detour-no-such-program"], folder: "") }
    #expect(throws: (any Error).self) { try ChildProcess(["cat"], folder: "/no/such/folder") }
  }

  @Test
  func `one that ends before it answers says with which code`() throws {
    let child = try shell("read word; exit 3")
    #expect(
      fault { () throws(ChildFault) in _ = try child.answer(to: line("one"), within: long) }?.kind
        == .ended(3))
  }

  @Test
  func `one that a signal ends says which`() throws {
    let child = try shell("read word; kill -9 $$")
    #expect(
      fault { () throws(ChildFault) in _ = try child.answer(to: line("one"), within: long) }?.kind
        == .ended(-9))
  }

  @Test
  func `one that has left is no signal to the program`() throws {
    let child = try shell("exit 0")
    // The second is sent when it is surely gone; neither ends these tests by SIGPIPE.
    for _ in 0..<2 {
      let found = fault { () throws(ChildFault) in _ = try child.answer(to: line("one"), within: long) }
      #expect(found != nil)
    }
  }

  @Test
  func `a late answer is one`() throws {
    let child = try shell("read word; sleep 60; echo late")
    let before = MachineClock.wall.seconds
    let limit = Milliseconds(200)
    #expect(
      fault { () throws(ChildFault) in _ = try child.answer(to: line("one"), within: limit) }?.kind
        == .late(limit))
    #expect(MachineClock.wall.seconds - before < 30)
  }

  @Test
  func `a word to standard error is a fault, and is shown`() throws {
    let child = try shell("read word; echo oops >&2; echo answer; sleep 60")
    let found = fault { () throws(ChildFault) in _ = try child.answer(to: line("one"), within: long) }
    #expect(found == ChildFault(kind: .complained, words: "oops\n"))
  }

  @Test
  func `last words of one that ends are shown with its code`() throws {
    let child = try shell("read word; echo 'it broke' >&2; exit 4")
    let found = fault { () throws(ChildFault) in _ = try child.answer(to: line("one"), within: long) }
    #expect(found == ChildFault(kind: .ended(4), words: "it broke\n"))
  }

  @Test
  func `a word at the end is a fault too`() throws {
    let quiet = try shell("cat >/dev/null; echo unasked")
    #expect(fault { () throws(ChildFault) in try quiet.finish(within: long) }?.kind == .spoke("unasked\n"))
    let loud = try shell("cat >/dev/null; echo oops >&2")
    #expect(fault { () throws(ChildFault) in try loud.finish(within: long) }?.words == "oops\n")
    let failing = try shell("cat >/dev/null; exit 5")
    #expect(fault { () throws(ChildFault) in try failing.finish(within: long) }?.kind == .ended(5))
    let lasting = try shell("sleep 60")
    #expect(fault { () throws(ChildFault) in try lasting.finish(within: second) }?.kind == .late(second))
  }

  @Test
  func `two lines for one are a fault`() throws {
    let child = try shell("read word; echo one; echo two; read word; echo three; sleep 60")
    #expect(text(try child.answer(to: line("first"), within: long)) == "one")
    let found = fault { () throws(ChildFault) in
      _ = try child.answer(to: line("second"), within: long)
      try child.finish(within: long)
    }
    guard case .spoke(let words)? = found?.kind else {
      Issue.record("\(String(describing: found))")
      return
    }
    // The second line may have come in time to pass for an answer; then the third is too many.
    #expect(words.hasPrefix("two") || words.hasPrefix("three"))
  }

  @Test
  func `one that complains a little again and again is not waited for`() throws {
    let before = MachineClock.wall.seconds
    let child = try shell("read word; while :; do printf x >&2; sleep 0.1; done")
    let found = fault { () throws(ChildFault) in _ = try child.answer(to: line("one"), within: second) }
    #expect(found?.kind == .complained)
    let ending = try shell("cat >/dev/null; exec >&-; while :; do printf x >&2; sleep 0.1; done")
    #expect(fault { () throws(ChildFault) in try ending.finish(within: second) }?.kind == .complained)
    // All that is kept of it would take half an hour each.
    #expect(MachineClock.wall.seconds - before < 30)
  }

  /// Whether the process `number` runs, or has ended within a while.
  private func ends(_ number: String) -> Bool {
    for _ in 0..<20_000 {
      let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
      // Who is dead and not fetched by anybody is still in the list.
      guard let status, !status.contains(") Z ") else { return true }
      usleep(1000)
    }
    return false
  }

  @Test(arguments: ["exit 0", "exit 3", "sleep 1000", "kill -9 $$"])
  func `what it has started ends with it`(last: String) throws {
    var child: ChildProcess? = try shell(
      "sleep 1000 >/dev/null 2>&1 & read word; echo $!; read word; \(last)")
    let number = try text(child!.answer(to: line("one"), within: long))
    _ = fault { () throws(ChildFault) in try child!.finish(saying: line("two"), within: second) }
    child = nil
    #expect(ends(number))
  }

  @Test
  func `closed standard error is no fault`() throws {
    let child = try shell("exec 2>&-; while read word; do sleep 0.2; echo fine; done")
    #expect(text(try child.answer(to: line("one"), within: long)) == "fine")
    try child.finish(within: long)
  }
}
