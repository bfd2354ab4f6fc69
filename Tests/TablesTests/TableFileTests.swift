import Foundation
import Glibc
import Quantities
import Tables
import TestSupport
import Testing

@Suite struct TableFileTests {
  static let columns = ["request_id", "submit_s", "note"]

  @Test func theConstantColumnStandsInTheFileButNotInTheDigest() throws {
    let scratch = try Scratch()
    let receipt = try Self.write(to: scratch.path("a.csv"), rows: 2, run: "8f3a")
    #expect(
      try scratch.text("a.csv") == "run_id,request_id,submit_s,note\n8f3a,0,0.000,\"a\nb\"\n8f3a,1,1.500,\n")
    #expect(receipt.rows == 2)
    #expect(receipt.sha256 == Digest.of("request_id,submit_s,note\n0,0.000,\"a\nb\"\n1,1.500,\n"))
    #expect(try scratch.names == ["a.csv"])
  }

  @Test(arguments: [0, 1, 3, 40_000]) func theDigestIsThatOfTheTableWithoutTheColumn(rows: Int) throws {
    let scratch = try Scratch()
    let first = try Self.write(to: scratch.path("a.csv"), rows: rows, run: "first")
    let second = try Self.write(to: scratch.path("b.csv"), rows: rows, run: "quite, another")
    let bare = try Self.write(to: scratch.path("c.csv"), rows: rows, run: nil)
    #expect(first == second && second == bare)
    #expect(try Digest.ofFile(scratch.path("c.csv")) == bare.sha256)
    #expect(try Digest.ofFile(scratch.path("a.csv")) != bare.sha256)
    var rowsRead = try CSVReader(contentsOf: scratch.path("b.csv"))
    let run = rowsRead.column("run_id")
    let id = rowsRead.column("request_id")
    var count = 0
    while rowsRead.next() {
      guard rowsRead.string(run) == "quite, another", rowsRead.int64(id) == Int64(count) else { break }
      count += 1
    }
    try rowsRead.finish()
    #expect(count == rows)
  }

  @Test func aTableThatIsNotClosedLeavesNothing() throws {
    let scratch = try Scratch()
    try AtomicFile.write("before", to: scratch.path("a.csv"))
    do {
      var table = try TableFile(path: scratch.path("a.csv"), columns: ["x"])
      for value in 0..<100_000 {
        table.row.field(value)
        try table.endRow()
      }
      #expect(try scratch.names.count == 2)
    }
    #expect(try scratch.names == ["a.csv"])
    #expect(try scratch.text("a.csv") == "before")
  }

  @Test func aKilledWriterLeavesNoTableUnderTheName() throws {
    let scratch = try Scratch()
    // What writers that were killed half-way leave behind, one of them under the number this process has now.
    _ = try scratch.write(Array("x\n1\n".utf8), to: "a.csv.\(getpid()).partial")
    _ = try scratch.write([], to: "a.csv.999999999.partial")
    _ = try scratch.write([], to: "a.csv.mine.partial")
    #expect(try !scratch.names.contains("a.csv"))
    let receipt = try Self.write(to: scratch.path("a.csv"), rows: 1, run: nil)
    #expect(receipt.rows == 1)
    #expect(try scratch.names == ["a.csv", "a.csv.mine.partial"])
  }

  @Test func aProcessKilledWhileWritingShowsNoTable() async throws {
    let scratch = try Scratch()
    setenv("DETOUR_TEST_TABLE", scratch.path("killed.csv"), 1)
    await #expect(processExitsWith: .signal(SIGKILL)) {
      var table = try TableFile(path: String(cString: getenv("DETOUR_TEST_TABLE")), columns: ["x"])
      for value in 0..<100_000 {
        table.row.field(value)
        try table.endRow()
      }
      kill(getpid(), SIGKILL)
    }
    let names = try scratch.names
    #expect(names.count == 1 && names[0].hasSuffix(".partial"))
  }

  @Test func aFullDeviceIsAnErrorWithThePath() throws {
    let error = #expect(throws: TableError.self) {
      var table = try TableFile(path: "/dev/full/a.csv", columns: ["x"])
      table.row.field(1)
      try table.endRow()
    }
    #expect(error?.description == "/dev/full/a.csv: cannot be written (Not a directory)")
  }

  @Test func aWriteBeyondTheAllowedSizeIsAnError() async {
    await #expect(processExitsWith: .exitCode(7)) {
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 100_000, rlim_max: 100_000)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let path = NSTemporaryDirectory() + "limited-\(getpid()).csv"
      do throws(TableError) {
        var table = try TableFile(path: path, columns: ["x"])
        for value in 0..<1_000_000 {
          table.row.field(value)
          try table.endRow()
        }
        _ = try table.close()
      } catch {
        let isGone = !FileManager.default.fileExists(atPath: path)
        guard case .unwritable(path, let reason) = error, reason.words == "File too large" else { return }
        if reason.isOfDevice, isGone { exit(7) }
      }
    }
  }

  @Test func aRowOfAnotherLengthIsACallersFault() async {
    await #expect(processExitsWith: .failure) {
      var table = try TableFile(path: NSTemporaryDirectory() + "short.csv", columns: ["x", "y"])
      table.row.field(1)
      try table.endRow()
    }
  }

  @Test func twoWritersOfOneNameAreAnError() throws {
    let scratch = try Scratch()
    let first = try AtomicFile(path: scratch.path("a"))
    #expect(throws: TableError.self) { try AtomicFile.write("x", to: scratch.path("a")) }
    try first.close()
    #expect(try scratch.names == ["a"])
  }

  static func write(to path: String, rows: Int, run: String?) throws -> TableFile.Receipt {
    var table = try TableFile(path: path, columns: columns, constant: run.map { ("run_id", $0) })
    for row in 0..<rows {
      table.row.field(row)
      table.row.field(Milliseconds(1500 * Int64(row)))
      table.row.field(row % 2 == 0 ? "a\nb" : "")
      try table.endRow()
    }
    return try table.close()
  }
}

@Suite struct DigestTests {
  /// The examples of FIPS 180-4.
  @Test func theDigestIsThePublishedOne() {
    #expect(Digest.of("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(Digest.of("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    var digest = Digest()
    for part in ["abcdbcdecdefdefgefghfghighij", "hijkijkljklmklmnlmnomnopnopq"] { digest.update(part) }
    let hexadecimal = digest.finish()
    #expect(hexadecimal == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
  }

  @Test func aFilesDigestIsThatOfItsBytes() throws {
    let scratch = try Scratch()
    let text = String(repeating: "0123456789", count: 100_000)
    let path = try scratch.write(Array(text.utf8), to: "a")
    #expect(try Digest.ofFile(path) == Digest.of(text))
    #expect(throws: TableError.missingFile(file: "/no/such")) { try Digest.ofFile("/no/such") }
    #expect(throws: TableError.isFolder(file: scratch.folder.path)) { try Digest.ofFile(scratch.folder.path) }
  }
}
