import Foundation
import Testing

/// `detour network`: import, inspect, ask for a route, and run a scenario on what was imported.
@Suite(.waitsForPrograms) struct NetworkTests {
  static let map = """
    <osm version="0.6"><node id="1" lat="52.0" lon="4.0"/><node id="2" lat="52.001" lon="4.0"/>
    <node id="3" lat="52.001" lon="4.01"/><node id="4" lat="52.0" lon="4.01"/>
    <way id="7"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="residential"/>
    <tag k="maxspeed" v="36"/></way>
    <way id="8"><nd ref="3"/><nd ref="4"/><tag k="highway" v="primary"/></way>
    <way id="9"><nd ref="1"/><nd ref="4"/><tag k="highway" v="footway"/></way></osm>
    """

  let scratch = Scratch()

  init() throws { try scratch.write(Self.map, to: "town.osm") }

  @Test func `a map is imported once and inspected`() throws {
    let made = try Program.run("network", "import", "town.osm", "-o", "town.network", in: scratch)
    made.expectSuccess()
    #expect(made.output.contains("format: OpenStreetMap\nread: 3 ways, 4 nodes, 4 directed links\n"))
    #expect(made.output.contains("ways left out, not for cars (another value of highway or route): 1"))
    #expect(made.output.hasSuffix("town.network: 3 nodes, 4 links\n"))
    let info = try Program.run("network", "info", "town.network", "--check", in: scratch)
    info.expectSuccess()
    for line in ["nodes       3", "links       4, with 1 bends", "components  1", "checksums: right"] {
      #expect(info.output.contains(line), "\(info.output)")
    }
    let plain = try Program.run("network", "info", "town.osm", in: scratch)
    #expect(plain.output + "checksums: right\n" == info.output)
  }

  @Test func `a route has a time, a length and a line`() throws {
    let words = ["network", "route", "town.osm", "--from", "52,4", "--to=52.0,4.01"]
    let text = try Program.run(words, in: scratch)
    text.expectSuccess()
    #expect(text.output.hasPrefix("duration  "))
    let json = try Program.run(words + ["--json"], in: scratch)
    let route = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect(route?["distance_m"] as? Double == 907)
    #expect(route?["duration_s"] as? Double == 85.735)
    let geoJSON = try Program.run(words + ["--geojson"], in: scratch)
    let feature = try JSONSerialization.jsonObject(with: Data(geoJSON.output.utf8)) as? [String: Any]
    let line = (feature?["geometry"] as? [String: Any])?["coordinates"] as? [[Double]]
    #expect(line == [[4, 52], [4, 52.001], [4.01, 52.001], [4.01, 52]])
  }

  @Test func `a run on a map reports positions on the bends of its roads`() throws {
    try Loop.write(to: scratch)
    try Program.run("run", "loop.json5", "--out", "out", "--quiet", in: scratch).expectSuccess()
    let attempts = try RunResult("out", in: scratch).rows("attempts")
    #expect(attempts.map { $0["on_route"] } == ["1", "1"])
    #expect(attempts[0]["reported_y"] == "52.0000000")
    // The road runs along this parallel between its bends; its nodes lie a kilometre south of it.
    #expect(abs((attempts[1].number("reported_y") ?? 0) - 52.01) < 1e-5)
  }

  @Test func `a route needs ends on the map`() throws {
    try Program.run("network", "route", "town.osm", "--from", "10,4", "--to", "52,4", in: scratch)
      .expectFailure(65, "--from: no node of the network lies within 500 m")
    try Program.run("network", "route", "town.osm", "--from", "here", "--to", "52,4", in: scratch)
      .expectFailure(64, "--from here: give two numbers, such as 41.1496,-8.6109")
    try Program.run("network", "route", "town.osm", "--from", "4.0,52.0", "--to", "52,4", in: scratch)
      .expectFailure(65, "--from 4.0,52.0: lies outside the network", "--from 52.0,4.0")
    try Program.run("network", "route", "town.osm", "--from", "77", "--to", "52,4", in: scratch)
      .expectFailure(65, "--from 77: the network has no node with this id")
    try Program.run("network", "route", "52,4", "52,4.01", "town.osm", in: scratch)
      .expectFailure(64, "give the file first and the ends by name")
    try Program.run("network", "town.osm", "info", in: scratch)
      .expectFailure(64, "put the verb first: detour network info town.osm")
  }

  @Test func `a route may join nodes by their ids`() throws {
    let byPlace = try Program.run(
      "network", "route", "town.osm", "--from", "52,4", "--to", "52,4.01", in: scratch)
    let byID = try Program.run("network", "route", "town.osm", "--from", "1", "--to=4", in: scratch)
    byID.expectSuccess()
    #expect(byID.output == byPlace.output)
  }

  @Test func `many pairs are answered row by row`() throws {
    try scratch.write("from_node_id,to_node_id\n1,4\n4,1\n3,3\n", to: "ids.csv")
    let ids = try Program.run("network", "route", "town.osm", "--pairs", "ids.csv", in: scratch)
    ids.expectSuccess()
    #expect(ids.output.split(separator: "\n").map { $0.split(separator: ",").count } == [5, 5, 5, 5])
    #expect(ids.output.hasPrefix("from,to,time_s,length_m,reachable\n1,4,85.735,"))
    #expect(ids.output.hasSuffix("\n3,3,0.000,0.000,true\n"))
    try scratch.write(
      "from_lon,from_lat,to\n4,52,4\n4.01,52,1\n4.0101,52.0009,3\n10,10,1\n", to: "places.csv")
    let places = try Program.run("network", "route", "town.osm", "--pairs=places.csv", in: scratch)
    places.expectSuccess()
    #expect(places.output == ids.output + ",1,,,false\n")
    try scratch.write("from,to\n1,2\nx,4\n", to: "wrong.csv")
    try Program.run("network", "route", "town.osm", "--pairs", "wrong.csv", in: scratch).expectFailure(
      65, "wrong.csv:2: column to: found “2”; the id of a node of the network is expected",
      "wrong.csv:3: column from: found “x”; an integer is expected")
    try Program.run("network", "route", "town.osm", "--pairs", "-", "--from", "1", in: scratch)
      .expectFailure(64, "--from cannot be combined with --pairs")
    try Program.run("network", "route", "town.osm", "--pairs", "-", in: scratch)
      .expectFailure(65, "-: the file is empty")
  }

  @Test func `damage is told`() throws {
    try Program.run("network", "import", "town.osm", "-o", "town.network", in: scratch)
    var bytes = try scratch.data("town.network")
    bytes[bytes.count - 200] ^= 1
    try scratch.write(bytes, to: "town.network")
    try Program.run("network", "info", "town.network", "--check", in: scratch)
      .expectFailure(65, "town.network: damaged (")
    try scratch.write(bytes.prefix(1_000), to: "town.network")
    try Program.run("network", "info", "town.network", in: scratch)
      .expectFailure(65, "town.network: damaged (")
    try scratch.write(String(Self.map.dropLast(30)), to: "half.osm")
    try Program.run("network", "info", "half.osm", in: scratch)
      .expectFailure(65, "half.osm: truncated, corrupt or in another format (")
  }

  @Test func `wrong words are told`() throws {
    for (words, sentence) in [
      (["paint", "town.osm"], "`paint` is not a verb of `detour network`; give one of import, info"),
      (["import", "town.osm"], "the output file is missing: give -o NAME.network"),
      (["import", "town.osm", "-o", "town.bin"], "`town.bin` does not end in .network"),
      (["info"], "`detour network info` expects FILE, got none"),
      (["info", "town.osm", "--check"], "--check applies to .network files"),
      (["info", "town.osm", "--geojson"], "--geojson is not an option of `detour network info`"),
      (["ruote", "town.osm"], "`ruote` is not a verb of `detour network`; did you mean `route`?"),
      (["import", "town.osm", "-o", "a.network", "--length-unit-m", "0"], "--length-unit-m must be above 0"),
    ] {
      try Program.run(["network"] + words, in: scratch).expectFailure(64, sentence)
    }
    try Program.run("network", "info", "none.osm", in: scratch)
      .expectFailure(65, "none.osm: there is no such file")
  }

  /// A map, the file imported from it, and routing prepared beside that give the same run; beside its own file
  /// the program keeps what routing prepared, under a name for every set of travel times.
  @Test func `a scenario runs on a map and on its import`() throws {
    try scratch.write(
      "driver_id,depart_s,origin_lon,origin_lat,destination_lon,destination_lat\n1,10,4,52,4.01,52\n",
      to: "drivers.csv")
    try scratch.write(
      "request_id,submit_s,origin_lon,origin_lat,destination_lon,destination_lat\n1,5,4,52,4.01,52\n",
      to: "requests.csv")
    try Program.run("network", "import", "town.osm", "-o", "town.network", in: scratch).expectSuccess()
    var fingerprints: [Substring?] = []
    for file in ["town.osm", "town.network", "town.network"] {
      try scratch.write(
        """
        { name: "town", space: { kind: "network", file: "\(file)", travel_time_factor: 1.3 },
          supply: { kind: "recorded", file: "drivers.csv" }, demand: { kind: "recorded", file: "requests.csv" } }
        """, to: "town.json5")
      let run = try Program.run("run", "town.json5", "--out", "out", "--force", in: scratch)
      run.expectSuccess()
      fingerprints.append(run.output.split(separator: "\n").first { $0.hasPrefix("fingerprint") })
    }
    #expect(!scratch.has("town.osm.routing"))
    #expect(try scratch.names(in: "town.network.routing").count == 2)
    try Program.run("network", "prepare", "town.network", "--travel-time-factor", "1.3", in: scratch)
      .expectSuccess()
    #expect(try scratch.names(in: "town.network.routing").count == 2)
    try Program.run(
      "run", "town.json5", "--set", "space.travel_time_factor=2", "--out", "slow", in: scratch
    ).expectSuccess()
    let kept = try scratch.names(in: "town.network.routing")
    #expect(kept.count == 4)
    #expect(kept.allSatisfy { $0.hasSuffix(".hierarchy") || $0.hasSuffix(".labels") })
    #expect(fingerprints[0] != nil)
    #expect(Set(fingerprints).count == 1)
  }

  /// A scenario states no units: a graph that cannot be in those of the challenge names the way out.
  @Test func `a graph in other units is refused by a scenario, and imported with its units`() throws {
    try scratch.write("p sp 2 2\na 1 2 70\na 2 1 70\n", to: "town-d.gr")
    try scratch.write("p aux sp co 2\nv 1 4000000 52000000\nv 2 4001000 52000000\n", to: "town-d.co")
    try scratch.write(
      """
      { space: { kind: "network", file: "town-d.gr" }, supply: { kind: "none" },
        demand: { kind: "none" } }
      """, to: "town.json5")
    try Program.run("validate", "town.json5", in: scratch).expectFailure(
      65, "town-d.gr: is not in the units of the DIMACS challenge (its roads would be 0.1 times as long",
      "import it once with `detour network import --length-unit-m …` and use the .network file")
    try Program.run(
      "network", "import", "town-d.gr", "-o", "graph.network", "--length-unit-m", "1", in: scratch
    ).expectSuccess()
    try Program.run("validate", "town.json5", "--set", "space.file=graph.network", in: scratch)
      .expectSuccess()
  }

  @Test func `the profile in the documents is the one that is used`() throws {
    let page = try Program.run("network", "profile", in: scratch)
    page.expectSuccess()
    let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let document = try String(contentsOf: checkout.appending(path: "docs/osm-profile.md"), encoding: .utf8)
    #expect(page.output == document)
  }
}
