import Foundation
import TestSupport
import Testing

/// The page of a run in a real browser, against the tables of its folder.
@Suite(.waitsForPrograms, .enabled(if: BrowserCheck.isAvailable, BrowserCheck.missing)) struct RunPageTests {
  let scratch = Scratch()

  /// Runs the shipped scenario `name`, smaller than it is, with tracks, and makes its page.
  private func makePage(
    _ name: String, drivers: Int = 300, requests: Int = 150, sets: [String] = [], _ more: String...
  ) throws {
    let scenario = SharedData.checkout.appending(path: "Scenarios/\(name).json5").path
    let size =
      name == "network" ? [] : ["--set", "supply.count=\(drivers)", "--set", "demand.count=\(requests)"]
    let run = try Program.run(
      ["run", scenario, "--record", "tracks", "--record", "events", "--out", "run", "--quiet"] + size
        + sets.flatMap { ["--set", $0] } + more, in: scratch)
    #expect(run.status == 0, "\(run.errors)")
    let call = try Program.run("report", "run", in: scratch)
    call.expectSuccess()
    #expect(call.output == "run.html\n")
  }

  @Test(arguments: ["quickstart", "network", "geographic", "torus", "city-insertion"])
  func `figures are those of the tables, and cars are where the tracks have them`(name: String) throws {
    try makePage(name)
    try BrowserCheck.expect("check_run", "figures", "run.html", "run", in: scratch)
    try BrowserCheck.expect("check_run", "positions", "run.html", "run", in: scratch)
  }

  @Test func `a run that was cut off, with a warm-up, shows nobody who was not there`() throws {
    try makePage("quickstart", drivers: 1500, "--set", "time.horizon_s=2400", "--set", "time.warm_up_s=600")
    try BrowserCheck.expect("check_run", "figures", "run.html", "run", in: scratch)
    try BrowserCheck.expect("check_run", "positions", "run.html", "run", in: scratch)
    try BrowserCheck.expect("check_run", "passengers", "run.html", "run", in: scratch)
  }

  @Test(arguments: [
    ["behaviour.patience_s=150", "behaviour.driver_cancel_probability=0.5", "behaviour.answer_delay_s=20"],
    ["behaviour.patience_s=150", "demand.count=400"],
  ])
  func `passengers request, wait, ride and leave when the events say it`(overrides: [String]) throws {
    try makePage("quickstart", drivers: 1500, sets: overrides)
    try BrowserCheck.expect("check_run", "passengers", "run.html", "run", in: scratch)
  }

  @Test func `it plays, tells what explain tells, and a car's day`() throws {
    try makePage("quickstart", drivers: 600)
    try BrowserCheck.expect("check_run", "plays", "run.html", "run", in: scratch)
    try BrowserCheck.expect("check_run", "stories", "run.html", "run", Program.url.path, in: scratch)
    try BrowserCheck.expect("check_run", "cars", "run.html", "run", in: scratch)
  }

  @Test func `parties that share a stop are seen together, and walk to it`() throws {
    try makePage("examples/shared-stops", drivers: 8, requests: 240)
    for name in ["shared_stops", "meetings", "positions", "passengers", "everyone"] {
      try BrowserCheck.expect("check_run", name, "run.html", "run", in: scratch)
    }
  }

  @Test func `pairs that do not bind yet are dashed lines`() throws {
    try makePage("announced", drivers: 60, requests: 60)
    try BrowserCheck.expect("check_run", "pairs", "run.html", "run", in: scratch)
    try BrowserCheck.expect("check_run", "everyone", "run.html", "run", in: scratch)
  }

  @Test(arguments: ["quickstart", "network"])
  func `figures, causes and refusals read as on the terminal, and the replay opens in the thick of it`(
    name: String
  ) throws {
    try makePage(name)
    try BrowserCheck.expect("check_run", "figures_read_as_on_the_terminal", "run.html", "run", in: scratch)
    try BrowserCheck.expect(
      "check_run", "replay_opens_where_something_happens", "run.html", "run", in: scratch)
  }

  @Test func `figures have names in words, and the limit that bound is named`() throws {
    try makePage("quickstart", drivers: 1500)
    try BrowserCheck.expect("check_run", "names", "run.html", "run", in: scratch)
  }

  @Test func `a window, outcomes and causes filter all that follows, and the link keeps them`() throws {
    try makePage("quickstart", drivers: 1500)
    try BrowserCheck.expect("check_run", "scope", "run.html", "run", in: scratch)
  }

  @Test func `the map has layers, a scale, and labels that do not cover each other`() throws {
    try makePage("quickstart", drivers: 900)
    try BrowserCheck.expect("check_run", "layers", "run.html", "run", in: scratch)
    try BrowserCheck.expect("check_run", "labels", "run.html", "run", in: scratch)
    let scenario = SharedData.checkout.appending(path: "Scenarios/quickstart.json5").path
    let run = try Program.run(
      ["run", scenario, "--out", "bare", "--quiet", "--set", "supply.count=60", "--set", "demand.count=20"],
      in: scratch)
    #expect(run.status == 0, "\(run.errors)")
    try Program.run("report", "bare", in: scratch).expectSuccess()
    try BrowserCheck.expect("check_run", "without_tracks", "bare.html", "bare", in: scratch)
  }

  @Test func `passengers who walk are on their way when the tables say it`() throws {
    try makePage("quickstart", drivers: 600, requests: 200, sets: ["matching.walk_m=400"])
    try BrowserCheck.expect("check_run", "walks", "run.html", "run", in: scratch)
  }

  @Test func `it is for everyone: contrast, keyboard, narrow and wide, paper`() throws {
    try makePage("quickstart")
    try BrowserCheck.expect("check_run", "everyone", "run.html", "run", in: scratch)
  }

  @Test(arguments: ["demand.count=0", "supply.count=0"])
  func `without anybody on one side nothing is empty`(override: String) throws {
    let scenario = SharedData.checkout.appending(path: "Scenarios/quickstart.json5").path
    let size = ["supply.count=20", "demand.count=10", override].flatMap { ["--set", $0] }
    let run = try Program.run(["run", scenario, "--out", "run", "--quiet"] + size, in: scratch)
    #expect(run.status == 0, "\(run.errors)")
    try Program.run("report", "run", in: scratch).expectSuccess()
    try BrowserCheck.expect("check_run", "nothing", "run.html", "run", in: scratch)
  }

  @Test func `a page is the same bytes each time`() throws {
    try makePage("quickstart")
    let first = try scratch.data("run.html")
    try Program.run("report", "run", "--out", "again.html", in: scratch).expectSuccess()
    #expect(try scratch.data("again.html") == first)
  }

  @Test func `hostile names are text`() throws {
    let name = "<img src=x onerror=alert(1)>"
    let ending = "</script>" + name
    try Line.write(to: scratch)
    let scenario = try scratch.text("line.json5").replacing(
      "\"line\"", with: "\"\(name)\", description: \"\(ending)\"")
    try scratch.write(scenario, to: "line.json5")
    try scratch.write(
      Line.requests.replacing("\n1,", with: "\n<b>Zoë</b>,").replacing("\n2,", with: "\n\(ending),")
        .replacing("\n3,", with: "\n&lt;,"), to: "requests.csv")
    try scratch.write(
      Line.drivers.replacing("\n1,", with: "\n<!--<script>,").replacing("\n2,", with: "\n\(ending),"),
      to: "drivers.csv")
    let run = try Program.run("run", "line.json5", "--out", "run", "--quiet", in: scratch)
    #expect(run.status == 0, "\(run.errors)")
    try Program.run("report", "run", in: scratch).expectSuccess()
    try BrowserCheck.expect("check_run", "hostile", "run.html", "run", name, in: scratch)
  }

  @Test func `without tracks it names the option, and without inputs it says what is missing`() throws {
    try Line.write(to: scratch)
    #expect(try Program.run("run", "line.json5", "--out", "run", "--quiet", in: scratch).status == 0)
    try scratch.write(Line.requests.replacing("\n3,", with: "\n4,"), to: "requests.csv")
    try Program.run("report", "run", in: scratch).expectSuccess()
    try BrowserCheck.expect(
      "check_run", "says", "run.html", "run", "`--record tracks`", "the run cannot be repeated", in: scratch
    )
  }

  @Test func `a damaged folder, and one of an older version, are told in a sentence`() throws {
    try Line.write(to: scratch)
    #expect(try Program.run("run", "line.json5", "--out", "run", "--quiet", in: scratch).status == 0)
    let stops = try scratch.text("run/stops.csv")
    try scratch.write(
      stops.split(separator: "\n").dropLast().joined(separator: "\n") + "\n", to: "run/stops.csv")
    try Program.run("report", "run", in: scratch).expectFailure(
      65, "run/stops.csv: has ", "but the manifest")
    try scratch.write(stops.replacing("pickup,1,", with: "pickup,77,"), to: "run/stops.csv")
    try Program.run("report", "run", in: scratch).expectFailure(
      65, "run: no table has the request_id 77 that others name")
    var rows = stops.split(separator: "\n")
    let firstOfSecond = try #require(rows.firstIndex { $0.split(separator: ",")[1] == "2" })
    rows = [rows[0]] + rows[firstOfSecond...] + rows[1..<firstOfSecond]
    try scratch.write(rows.joined(separator: "\n") + "\n", to: "run/stops.csv")
    try Program.run("report", "run", in: scratch).expectFailure(
      65, "run: the rows of driver_id 1 do not stand where they belong")
    try scratch.write(stops, to: "run/stops.csv")
    let manifest = try scratch.text("run/manifest.json")
    try scratch.write(manifest.replacing("\"geometry\"", with: "\"shape\""), to: "run/manifest.json")
    try Program.run("report", "run", in: scratch).expectFailure(
      65, "manifest.json: was written by an older version")
    try Program.run("report", "nowhere", in: scratch).expectFailure(65, "nowhere: ")
    #expect(!FileManager.default.fileExists(atPath: scratch.url.appending(path: "run.html").path))
  }

  /// A day of 10⁵ cars and 10⁵ passengers, of whom ten thousand are on the road at once.
  @Test(.enabled(if: isFullValidation, "runs with DETOUR_FULL_VALIDATION=1"))
  func `a large page is small enough, and opens and moves`() throws {
    try makePage("quickstart", drivers: 100_000, requests: 100_000, "--set", "time.duration_s=6000")
    #expect(try scratch.data("run.html").count <= 30_000_000)
    try BrowserCheck.expect("check_run", "scale", "run.html", "run", in: scratch)
  }
}
