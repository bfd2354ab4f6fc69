import Foundation
import TestSupport
import Testing

/// The pages of runs of services, shifts and orders in a real browser, against the tables of their folders.
@Suite(.waitsForPrograms, .enabled(if: BrowserCheck.isAvailable, BrowserCheck.missing)) struct MarketPageTests
{
  let scratch = Scratch()

  /// Runs the shipped scenario `name` with `options`, and makes its page.
  private func makePage(_ name: String, _ options: [String] = []) throws {
    let scenario = SharedData.checkout.appending(path: "Scenarios/\(name).json5").path
    let run = try Program.run(["run", scenario, "--out", "run", "--quiet"] + options, in: scratch)
    #expect(run.status == 0, "\(run.errors)")
    let call = try Program.run("report", "run", in: scratch)
    call.expectSuccess()
    #expect(call.output == "run.html\n")
  }

  private func check(_ name: String, _ more: String...) throws {
    let words = ["run.html", "run"] + more
    switch words.count {
    case 2: try BrowserCheck.expect("check_market", name, words[0], words[1], in: scratch)
    default: try BrowserCheck.expect("check_market", name, words[0], words[1], words[2], in: scratch)
    }
  }

  @Test(arguments: [
    ["orders", "demand.count=500", "time.warm_up_s=400000", "demand.probe_share=0.05"],
    ["postcards", "demand.count=500"],
  ])
  func `the line, the promises and all figures of orders are those of the tables`(run: [String]) throws {
    try makePage(run[0], ["--record", "queues"] + run.dropFirst().flatMap { ["--set", $0] })
    try check("figures")
    try check("line")
    try check("scope")
    try check("stories", Program.url.path)
  }

  @Test(arguments: [
    ["shifts", "volunteers.count=120"],
    ["shifts", "volunteers.count=200", "matching.reserve_share=0.1", "behaviour.no_show_probability=0.1"],
    ["shifts-recorded"], ["festival", "volunteers.count=100"],
  ])
  func `the board of shifts fills as the ledger of places says`(run: [String]) throws {
    try makePage(run[0], run.dropFirst().flatMap { ["--set", $0] })
    try check("figures")
    try check("board")
    try check("scope")
    try check("stories", Program.url.path)
  }

  @Test(arguments: ["orders-recorded", "shifts-recorded", "services-recorded"])
  func `it is for everyone: contrast, keyboard, narrow and wide, paper`(name: String) throws {
    try makePage(name, name.hasPrefix("orders") ? ["--record", "queues"] : [])
    try check("everyone")
  }

  @Test(arguments: [
    ["services", "demand.count=0"], ["services", "supply.count=0"], ["orders", "demand.count=0"],
    ["shifts", "volunteers.count=0"],
  ])
  func `without anybody on one side nothing is empty`(run: [String]) throws {
    try makePage(
      run[0], ["--set", run[1]] + (run[1] == "supply.count=0" ? ["--set", "demand.count=5"] : []))
    try check("nothing")
  }

  @Test func `without queues it names the option`() throws {
    try makePage("orders", ["--set", "demand.count=300"])
    try check("says", "`--record queues`")
  }

  @Test func `a folder that lacks a table of the page is told which, and what to do`() throws {
    try makePage("orders-recorded")
    let manifest = try scratch.text("run/manifest.json")
    try scratch.write(manifest.replacing("stations.csv", with: "places.csv"), to: "run/manifest.json")
    try Program.run("report", "run", in: scratch).expectFailure(
      65, "run: has no stations.csv, which the page of a run of orders requires; run the scenario again")
  }

  @Test(arguments: [
    ["services", "supply.count=30", "demand.count=200", "time.warm_up_s=86400"],
    ["services", "supply.count=30", "demand.count=200", "time.horizon_s=300000"],
    ["exchange", "supply.count=100", "demand.count=500"], ["services-recorded"],
    ["home-help", "supply.count=60", "demand.count=400"],
  ])
  func `providers and jobs of services are where the tables have them`(run: [String]) throws {
    try makePage(run[0], run.dropFirst().flatMap { ["--set", $0] })
    try check("figures")
    try check("agenda")
    try check("ways")
    try check("scope")
    try check("replay")
    try check("stories", Program.url.path)
  }

  @Test func `a click on the map chooses, and names of providers are text`() throws {
    let name = "<img src=x onerror=alert(1)>"
    for file in ["services-recorded.json5", "services/providers.csv", "services/jobs.csv"] {
      let text = try String(
        contentsOf: SharedData.checkout.appending(path: "Scenarios/\(file)"), encoding: .utf8)
      try scratch.write(text.replacing("\namina,", with: "\n\(name),"), to: file)
    }
    #expect(
      try Program.run("run", "services-recorded.json5", "--out", "run", "--quiet", in: scratch).status == 0)
    try Program.run("report", "run", in: scratch).expectSuccess()
    try check("chosen_on_the_map")
    try check("names_are_text", name)
  }

  @Test func `without inputs the page of services says what is missing`() throws {
    for file in ["services-recorded.json5", "services/providers.csv", "services/jobs.csv"] {
      let text = try String(
        contentsOf: SharedData.checkout.appending(path: "Scenarios/\(file)"), encoding: .utf8)
      try scratch.write(text, to: file)
    }
    #expect(
      try Program.run("run", "services-recorded.json5", "--out", "run", "--quiet", in: scratch).status == 0)
    try scratch.write(try scratch.text("services/jobs.csv") + "\n", to: "services/jobs.csv")
    try Program.run("report", "run", in: scratch).expectSuccess()
    try check("says", "Only the work of providers is shown")
    try check("figures")
  }

  @Test func `a page of orders is the same bytes each time`() throws {
    try makePage("orders-recorded")
    let first = try scratch.data("run.html")
    try Program.run("report", "run", "--out", "again.html", in: scratch).expectSuccess()
    #expect(try scratch.data("again.html") == first)
  }
}
