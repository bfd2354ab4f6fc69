import Foundation
import TestSupport
import Testing

/// Input that cannot be understood: told with its place, exit code 65, and nothing is left behind.
@Suite(.waitsForPrograms) struct BadInputTests {
  /// One thing that is wrong with the line world.
  struct Fault: CustomTestStringConvertible {
    let testDescription: String
    /// The file that is changed, what is replaced in it, and by what.
    let file: String
    let old: String
    let new: String
    /// What standard error says.
    let sentence: String

    init(_ name: String, _ file: String, _ old: String, _ new: String, _ sentence: String) {
      (testDescription, self.file, self.old, self.new) = (name, file, old, new)
      self.sentence = sentence
    }
  }

  static let faults = [
    Fault(
      "malformed", "line.json5", "name: \"line\",", "name: \"line\";",
      "line.json5:2:15: "),
    Fault(
      "unfinished", "line.json5", "\n}\n", "\n",
      "line.json5:10:1: the text ends where a key or `}` is expected"),
    Fault(
      "wrong type", "line.json5", "width_m: 10000", "width_m: [1]", "line.json5:3:36: space.width_m: found"),
    Fault("not a number", "line.json5", "36", "NaN", "line.json5:3:71: space.speed_kmh: found NaN"),
    Fault("infinite", "line.json5", "36", "Infinity", "line.json5:3:71: space.speed_kmh: found Infinity"),
    Fault(
      "negative radius", "line.json5", "matching: {", "matching: { radius_m: -1,",
      "line.json5:6:25: matching.radius_m: found -1, which is out of range; give a number from 0"),
    Fault(
      "end before start", "line.json5", "name:", "time: { warm_up_s: 200, horizon_s: 100 }, name:",
      "line.json5:2:38: time: the run ends (horizon_s) before its warm-up (warm_up_s)"),
    Fault(
      "a time series without end", "line.json5", "name:", "results: { interval_s: 0.001 }, name:",
      "timeseries.csv would have 14400000 rows over the period, and the maximum is 1000000; give 0.015 or more"
    ),
    Fault(
      "more travellers than memory", "line.json5", #"supply: { kind: "recorded", file: "drivers.csv" }"#,
      #"supply: { kind: "synthetic", count: 50000000 }, time: { duration_s: 900 }"#,
      "supply and demand: drivers and requests would require at least 27.9 GiB of memory, but this machine has"
    ),
    Fault(
      "missing table", "line.json5", "requests.csv", "nothing.csv", "nothing.csv: there is no such file"),
    Fault("folder for a table", "line.json5", "requests.csv", ".", ".: this is a folder; name a file in it"),
    Fault(
      "not a number in a row", "requests.csv", "1,10,1000", "1,10,NaN",
      "requests.csv:2: column origin_x: found “NaN”; a finite number is expected"),
    Fault(
      "unparsable field", "requests.csv", "2,20,", "2,soon,",
      "requests.csv:3: column submit_s: found “soon”; a finite number is expected"),
    Fault(
      "empty field", "requests.csv", "2,20,", "2,,",
      "requests.csv:3: column submit_s: the field is empty; a finite number is expected"),
    Fault(
      "duplicate request", "requests.csv", "3,30,", "1,30,",
      "requests.csv:4: column request_id: found “1”; an id not used by an earlier row is expected"),
    Fault(
      "duplicate driver", "drivers.csv", "2,0,0", "1,0,0",
      "drivers.csv:3: column driver_id: found “1”; an id not used by an earlier row is expected"),
    Fault(
      "missing column", "requests.csv", "origin_y", "height",
      "requests.csv:1: missing column origin_y; present: request_id, submit_s, origin_x, height"),
    Fault(
      "missing id column", "drivers.csv", "driver_id", "name", "drivers.csv:1: missing column driver_id"
    ),
    Fault(
      "short row", "requests.csv", "6000,9000", "6000",
      "requests.csv:3: the row has 5 fields, the header"),
    Fault("open quote", "requests.csv", "2,20,", "2,\"20,", "requests.csv:3: a quoted field must end"),
    Fault(
      "no rows", "requests.csv",
      Line.requests, "request_id,submit_s,origin_x,origin_y,destination_x,destination_y\n",
      "requests.csv: there are no rows below the header"),
    Fault("empty file", "requests.csv", Line.requests, "", "requests.csv: the file is empty"),
    Fault(
      "no rows in the period", "line.json5", "name:", "time: { duration_s: 5 }, name:",
      "requests.csv: no rows within the scenario's period (0 before it, 3 after it)"),
  ]

  let scratch = Scratch()

  init() throws { try Line.write(to: scratch) }

  /// Runs `scenario` and expects `sentences`, and that nothing has come to lie beside the input.
  private func expectRefusal(_ scenario: String, _ sentence: String) throws {
    let before = try scratch.names()
    try Program.run("run", scenario, "--out", "out", in: scratch).expectFailure(65, sentence)
    #expect(try scratch.names() == before)
    try Program.run("validate", scenario, in: scratch).expectFailure(65, sentence)
  }

  @Test(arguments: faults)
  func `bad input is told with its place`(fault: Fault) throws {
    let good = try scratch.text(fault.file)
    #expect(good.contains(fault.old))
    try scratch.write(good.replacing(fault.old, with: fault.new), to: fault.file)
    try expectRefusal("line.json5", fault.sentence)
  }

  /// Recorded input of every market is input, and faults in it are told as such.
  @Test
  func `faults in recorded orders are bad input`() throws {
    for name in ["orders.csv", "accounts.csv"] {
      let file = SharedData.checkout.appending(path: "Scenarios/orders/\(name)")
      try scratch.write(try Data(contentsOf: file), to: "orders/\(name)")
    }
    let scenario = SharedData.checkout.appending(path: "Scenarios/orders-recorded.json5")
    try scratch.write(try Data(contentsOf: scenario), to: "orders.json5")
    let good = try scratch.text("orders/orders.csv")
    try scratch.write(good.replacing("amina,2,", with: "amina,many,"), to: "orders/orders.csv")
    try expectRefusal("orders.json5", "orders/orders.csv:2: column recipients: found “many”")
  }

  @Test(.enabled(if: mkdir("/sys/detour", 0o777) != 0 && [EPERM, EACCES, EROFS].contains(errno)))
  func `a folder that refuses is the machine's fault, and is told with the reason`() throws {
    for words in [["run", "line.json5"], ["sweep", "line.json5", "--replications", "1"]] {
      let call = try Program.run(words + ["--out", "/sys/detour/out"], in: scratch)
      #expect(call.status == 1)
      let reasons = ["Operation not permitted", "Permission denied", "Read-only file system"]
      #expect(
        reasons.contains { call.errors.contains("(the folder /sys/detour cannot be created: \($0))") },
        "\(call.errors)")
    }
  }

  @Test
  func `a scenario that is not there, a folder, and bytes that are no text are told`() throws {
    try expectRefusal("nothing.json5", "nothing.json5: there is no such file; check the path")
    try scratch.write("", to: "folder/file")
    try expectRefusal("folder", "folder: this is a folder")
    try scratch.write(Data([0xFF, 0xFE, 0x00, 0x7B]), to: "bytes.json5")
    try expectRefusal("bytes.json5", "bytes.json5")
    try scratch.write("", to: "empty.json5")
    try expectRefusal("empty.json5", "empty.json5:1:1: ")
  }

  @Test
  func `a truncated archive is told`() throws {
    let gzip = try Program.call(
      URL(filePath: "/bin/sh"), ["-c", "gzip -nk requests.csv"], in: scratch)
    try #require(gzip.status == 0)
    try scratch.write(Line.scenario.replacing("requests.csv", with: "requests.csv.gz"), to: "line.json5")
    let whole = try scratch.data("requests.csv.gz")
    for length in [whole.count - 1, whole.count / 2, 12] {
      try scratch.write(whole.prefix(length), to: "requests.csv.gz")
      try expectRefusal("line.json5", "requests.csv.gz: the gzip file is truncated or corrupt")
    }
    try scratch.write(whole, to: "requests.csv.gz")
    try Program.run("run", "line.json5", "--out", "out", in: scratch).expectSuccess()
  }

  @Test(arguments: [
    (
      "net/link.csv", "2,2,3", "2,2,9", "net/link.csv:3: column to_node_id: found “9”; the id of a node"
    ),
    ("net/link.csv", "1,1,2", "1,8,2", "net/link.csv:2: column from_node_id: found “8”"),
    ("net/link.csv", "false,1000,36\n2", "false,-5,36\n2", "net/link.csv:2: column length: found “-5”"),
    ("net/link.csv", "to_node_id", "to", "net/link.csv:1: missing column to_node_id"),
    ("net/node.csv", "0.009", "east", "net/node.csv:3: column x_coord: found “east”"),
    ("net/node.csv", "2,0.009", "1,0.009", "net/node.csv:3: column node_id: found “1”"),
    ("street.json5", "file: \"net\"", "file: \"roads\"", "roads"),
  ])
  func `a bad network is told with its place`(
    file: String, old: String, new: String, sentence: String
  ) throws {
    let scratch = Scratch()
    try Street.write(to: scratch)
    try scratch.write("request_id,submit_s,origin_node_id,destination_node_id\n1,5,1,3\n", to: "requests.csv")
    #expect(try Program.run("run", "street.json5", "--out", "good", in: scratch).status == 0)
    let good = try scratch.text(file)
    #expect(good.contains(old))
    try scratch.write(good.replacing(old, with: new), to: file)
    try Program.run("run", "street.json5", "--out", "out", in: scratch).expectFailure(65, sentence)
    #expect(!scratch.has("out"))
    #expect(try scratch.names().allSatisfy { !$0.hasSuffix(".partial") })
  }
}
