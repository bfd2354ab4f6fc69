import Foundation
import JSON5
import Testing

/// Names that a terminal, a spreadsheet or a file system would take for more than names.
@Suite(.waitsForPrograms) struct HostileNamesTests {
  let scratch = Scratch()

  init() throws { try Town.write(to: scratch) }

  static let obeyed = [
    "\u{1B}[31mred", "\u{7}bell", "over\rwritten", "\u{202E}txt.exe", "\u{2066}a\u{2069}", "\u{9B}31m",
  ]

  @Test(arguments: obeyed)
  func `what a terminal would obey is shown`(name: String) throws {
    let shown = try #require(Self.shown[Self.obeyed.firstIndex(of: name) ?? 0])
    try MadeStudy.write(name, to: scratch)
    try scratch.write(Town.scenario, to: name + ".json5")
    let calls = [
      try Program.run("run", "missing/" + name, in: scratch), try Program.run("analyse", name, in: scratch),
      try Program.run("run", "town.json5", "--set", "name='\(name)'", "--out", "x", in: scratch),
      try Program.run("run", "town.json5", "--set", "matching.\(name)=1", in: scratch),
      try Program.run("compare", name, name, in: scratch), try Program.run(name, in: scratch),
      try Program.run("run", name + ".json5", "--out", name + "-out", in: scratch),
      try Program.run("validate", name + ".json5", in: scratch),
    ]
    for call in calls {
      let text = call.output + call.errors
      let hidden = text.unicodeScalars.filter {
        $0.value < 32 && $0 != "\n" || "\u{9B}\u{202E}\u{2066}\u{2069}".unicodeScalars.contains($0)
      }
      #expect(hidden.isEmpty, "\(text.debugDescription)")
    }
    #expect(
      calls[0].errors.contains(shown) && calls[1].output.contains(shown) && calls[5].errors.contains(shown))
  }

  static let shown: [String?] = [
    #"\u{1B}[31mred"#, #"\u{7}bell"#, #"over\u{D}written"#, #"\u{202E}txt.exe"#, #"\u{2066}a\u{2069}"#,
    #"\u{9B}31m"#,
  ]

  @Test
  func `JSON for programs keeps names, with the escapes of JSON`() throws {
    let name = "\u{1B}[31m\u{202E}\u{9B}x"
    try MadeStudy.write(name, to: scratch)
    let call = try Program.run("analyse", name, "--json", in: scratch)
    call.expectSuccess()
    #expect(!call.output.unicodeScalars.contains { "\u{1B}\u{202E}\u{9B}".unicodeScalars.contains($0) })
    let json = try #require(try JSONSerialization.jsonObject(with: Data(call.output.utf8)) as? [String: Any])
    #expect(json["study"] as? String == name)
  }

  @Test(arguments: [
    "=1+1", "+cmd", "-x", "@SUM(A1)", "=cmd|' /C calc'!A0", "＝1+1", "＋1+1", "－x", "＠SUM(A1)", "﹦1",
    "=\u{301}1+1",
  ])
  func `a name that a spreadsheet would run is refused where it is read`(name: String) throws {
    let scenario = try Program.run("run", "town.json5", "--set", "name=\"\(name)\"", in: scratch)
    scenario.expectFailure(65, "name: found", "which spreadsheets would run as a formula")
    try scratch.write("{scenario: \"town.json5\", name: \"\(name)\"}", to: "study.json5")
    try Program.run("sweep", "study.json5", in: scratch)
      .expectFailure(65, "name: found", "which spreadsheets would run as a formula")
    let zone = "{kind: \"zones\", zones: [{name: \"\(name)\", x_m: 1, y_m: 1, radius_m: 1}]}"
    try Program.run("validate", "town.json5", "--set", "demand.od=\(zone)", in: scratch)
      .expectFailure(65, "zones[0].name: found", "which spreadsheets would run as a formula")
    try Program.run("sweep", "town.json5", "--vary", "matching.policy=first,\(name)", in: scratch)
      .expectFailure(65, "--vary", "is not a number, so spreadsheets would run it as a formula")
    let variation = "{scenario: \"town.json5\", vary: [{field: \"matching.policy\", values: [\"\(name)\"]}]}"
    try scratch.write(variation, to: "varied.json5")
    #expect(try Program.run("sweep", "varied.json5", in: scratch).status == 65)
    #expect(try scratch.names() == ["study.json5", "town.json5", "varied.json5"], "nothing was written")
  }

  @Test(arguments: ["../out", "/tmp/out", "..", ".", "", "a/b", ".hidden", "a\u{1B}b", "a\nb"])
  func `a name leaves Results in no way`(name: String) throws {
    let quoted = name.replacing("\n", with: "\\n").replacing("\u{1B}", with: "\\x1b")
    let call = try Program.run("run", "town.json5", "--set", "name=\"\(quoted)\"", in: scratch)
    call.expectFailure(65, "name: found")
    #expect(try scratch.names() == ["town.json5"])
    try scratch.write("{scenario: \"town.json5\", name: \"\(quoted)\"}", to: "study.json5")
    let study = try Program.run("sweep", "study.json5", "--replications", "1", "--quiet", in: scratch)
    #expect(study.status == 65)
  }

  @Test(arguments: ["=1+1.json5", "@x.json5", "-5.json5", "...json5", "\u{1B}x.json5"])
  func `a name made of a file's is a sound one`(file: String) throws {
    try scratch.write(Town.scenario.replacing("      name: \"town\",\n", with: ""), to: file)
    try Program.run("run", "--quiet", "--", "./" + file, in: scratch).expectSuccess()
    let names = try scratch.names(in: "Results")
    #expect(
      names.count == 1 && names[0].first?.isLetter == true || names[0].first?.isNumber == true, "\(names)")
  }

  @Test(arguments: ["::stop-commands::x", "\u{200D}::set-env::", "##[set-env name=a]b", "##vso[task.x]"])
  func `no name is a command to the runner of a build server`(name: String) throws {
    try scratch.write(Town.scenario, to: name + ".json5")
    let calls = [
      try Program.run("validate", name + ".json5", in: scratch),
      try Program.run("run", "missing/\n" + name, in: scratch),
      try Program.run("run", "town.json5", "--quiet", "--out", name, in: scratch),
      try Program.run("report", name, "--json", in: scratch),
      try Program.run("report", name, in: scratch), try Program.run("analyse", "a\n" + name, in: scratch),
    ]
    for call in calls {
      for line in (call.output + "\n" + call.errors).split(separator: "\n") {
        let shown = line.unicodeScalars.filter {
          !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
        }
        #expect(!shown.starts(with: "::".unicodeScalars), "\(line)")
        #expect(!line.contains("##[") && !line.contains("##vso["), "\(line)")
      }
    }
    #expect(calls[4].status == 0 && scratch.has(name + ".html"))
  }

  /// Swift mends such a word, and the program read or wrote another file than the one that was named.
  @Test
  func `a word that is no UTF-8 is refused`() throws {
    let call = "exec \"$0\" run town.json5 --out \"$(printf 'out\\377')\""
    try Program.call(URL(filePath: "/bin/sh"), ["-c", call, Program.url.path], in: scratch)
      .expectFailure(64, "argument 4 of the command line is not UTF-8")
    #expect(try scratch.names() == ["town.json5"])
  }
}
