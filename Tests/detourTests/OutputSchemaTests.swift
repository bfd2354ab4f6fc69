import Foundation
import JSON5
import TestSupport
import Testing

/// What commands print with `--json` is what the schema says that they print.
@Suite(.waitsForPrograms) struct OutputSchemaTests {
  let scratch = Scratch()
  private static let program = Program.url.path

  /// Arranges what `commands` look at.
  private func arrange() throws {
    try Town.write(to: scratch)
    try Line.write(to: scratch)
    try MadeStudy.write("made", to: scratch)
    try scratch.write("{ space: 1 }", to: "bad.json5")
    try scratch.write(NetworkTests.map, to: "town.osm")
    try scratch.write("from,to\n1,3\n3,4\n", to: "pairs.csv")
    let study = ["sweep", "town.json5", "--vary", "matching.radius_m=500,1000", "--replications", "3", "-q"]
    try Program.run(study + ["-o", "study"], in: scratch).expectSuccess()
    try Program.run(study + ["-o", "shard", "--shard", "1/2"], in: scratch).expectSuccess()
    try Program.run("run", "town.json5", "-qo", "run", in: scratch).expectSuccess()
    try scratch.write("figure,value\nmatch_rate,0.15\n", to: "observed.csv")
  }

  /// The name of an output, the command that prints it, and its exit code.
  static let commands: [(name: String, words: String, code: Int32)] = [
    ("run", "run town.json5 --out another", 0), ("run", "run line.json5", 0),
    ("sweep", "sweep town.json5 --vary matching.radius_m=500,1000 --replications 3 --out study", 0),
    ("merge", "merge shard --out merged", 1), ("validate", "validate town.json5", 0),
    ("validate", "validate bad.json5", 65),
    (
      "tune",
      "tune town.json5 --vary matching.radius_m=500,1000 --replications 5 --budget 12 --maximise match_rate --where"
        + " wait_s.mean<=900 --out tuned", 0
    ),
    (
      "calibrate",
      "calibrate town.json5 --observed observed.csv --vary matching.radius_m=300:1500 --replications 5 --waves 1"
        + " --out calibrated", 0
    ), ("sample", "sample town.json5 --shares 0.1,0.5 --replications 2 --out sampled", 0),
    ("compare", "compare made --a matching.radius_m=250 --b matching.radius_m=500", 1),
    ("analyse", "analyse made", 0), ("analyse", "analyse study --where match_rate>=0.1", 0),
    ("explain", "explain run 5", 0), ("columns", "columns", 0), ("columns", "columns orders/orders", 0),
    ("columns", "columns input", 0), ("columns", "columns shifts/input", 0),
    ("bench-list", "bench --list", 0), ("bench", "bench kernel/hold --size 1000 --repetitions 1", 0),
    ("bench-race", "bench race PROGRAM PROGRAM kernel/hold@1000 --pairs 2", 0),
    ("report", "report made --out page.html", 0),
    ("plot", "plot made", 0), ("plot", "plot made --kind curves --at matching.radius_m=250", 0),
    ("network-import", "network import town.osm -o town.network", 0),
    ("network-info", "network info town.osm", 0), ("network-info", "network info town.network --check", 0),
    ("network-prepare", "network prepare town.network", 0),
    ("network-route", "network route town.osm --from 1 --to 3", 0),
    ("network-pairs", "network route town.osm --pairs pairs.csv", 0),
  ]

  @Test
  func `every output is of its schema`() throws {
    try arrange()
    for command in Self.commands {
      let words = command.words.replacing("PROGRAM", with: Self.program).split(separator: " ").map(
        String.init)
      let call = try Program.run(words + ["--json"], in: scratch)
      #expect(call.status == command.code, "\(command.words): \(call.errors)")
      let output = try #require(JSON(parsing: call.output), "\(command.words): \(call.output)\(call.errors)")
      let schema = try #require(
        JSON(parsing: try Program.run("schema", "--json-output", command.name, in: scratch).output))
      #expect(Self.fault(in: output, by: schema) == nil, "\(command.words)")
      #expect(schema["$schema"]?.words == "https://json-schema.org/draft/2020-12/schema")
    }
  }

  /// Scenarios whose accounts have members of their own, made small, and some of their requests.
  static let accounts: [(file: String, changes: [String], ids: [String])] = [
    (
      "announced.json5",
      [
        "supply.count=60", "demand.count=60", "time.duration_s=3600", "demand.cancel_probability=0.5",
        "demand.car_share=0.2",
      ], ["0", "7", "20", "31"]
    ),
    ("rabat-marrakesh.json5", [], ["1", "5", "12"]), ("rabat-service.json5", [], ["2", "10", "6018"]),
    (
      "city.json5",
      [
        "supply.count=60", "demand.count=90", "time.duration_s=1800", "time.warm_up_s=0",
        "matching.walk_m=400",
      ],
      ["0", "18", "49"]
    ),
    ("services-recorded.json5", [], ["1", "7"]), ("shifts-recorded.json5", [], ["1", "9"]),
    ("orders-recorded.json5", [], ["1", "4"]),
  ]

  @Test(arguments: accounts.indices)
  func `an account with members of its own is of its schema`(place: Int) throws {
    let (file, changes, ids) = Self.accounts[place]
    let path = SharedData.checkout.appending(path: "Scenarios/" + file).path
    let run = try Program.run(
      ["run", path, "--out", "out", "--quiet"] + changes.flatMap { ["--set", $0] }, in: scratch)
    try #require(run.status == 0, "\(run.errors)")
    let schema = try #require(
      JSON(parsing: try Program.run("schema", "--json-output", "explain", in: scratch).output))
    for id in ids {
      let call = try Program.run("explain", "out", id, "--json", in: scratch)
      try #require(call.status == 0, "\(call.errors)")
      let json = try #require(JSON(parsing: call.output))
      #expect(Self.fault(in: json, by: schema) == nil, "\(file) \(id)")
    }
  }

  @Test
  func `what an output must not be, its schema refuses`() throws {
    let text = try Program.run("schema", "--json-output", "report", in: scratch).output
    let schema = try #require(JSON(parsing: text))
    for (json, isRight) in [
      (#"{"folder":"a","page":"b","bytes":1}"#, true), (#"{"folder":"a","page":"b","bytes":"1"}"#, false),
      (#"{"folder":"a","page":"b"}"#, false), (#"{"folder":"a","page":"b","bytes":1,"more":2}"#, false),
    ] {
      #expect((Self.fault(in: try #require(JSON(parsing: json)), by: schema) == nil) == isRight)
    }
  }

  /// Where `json` is not what `schema` says, by those rules of JSON Schema that the schemas use; nil where it is.
  private static func fault(in json: JSON, by schema: JSON, at place: String = "$") -> String? {
    if let forms = schema["anyOf"]?.items {
      let faults = forms.compactMap { fault(in: json, by: $0, at: place) }
      return faults.count == forms.count ? faults.joined(separator: " or ") : nil
    }
    if let type = schema["type"]?.words, !types(of: json).contains(type) { return "\(place) is no \(type)" }
    if let words = schema["enum"]?.items, !words.contains(json) { return "\(place) is none of the words" }
    if let items = json.items, let item = schema["items"] {
      return items.enumerated().lazy.compactMap { fault(in: $1, by: item, at: "\(place)[\($0)]") }.first
    }
    guard let members = json.members else { return nil }
    for name in schema["required"]?.items ?? [] where !members.contains(where: { .text($0.key) == name }) {
      return "\(place).\(name.words ?? "") is missing"
    }
    return members.lazy.compactMap { member in
      if let declared = schema["properties"]?[member.key] ?? schema["additionalProperties"] {
        if declared == .boolean(false) { return "\(place).\(member.key) is not declared" }
        return fault(in: member.value, by: declared, at: "\(place).\(member.key)")
      }
      return nil
    }.first
  }

  private static func types(of json: JSON) -> [String] {
    switch json {
    case .null: ["null"]
    case .boolean: ["boolean"]
    case .integer: ["integer", "number"]
    case .number(let value): value == value.rounded() ? ["integer", "number"] : ["number"]
    case .text: ["string"]
    case .list: ["array"]
    case .object: ["object"]
    }
  }
}
