import Foundation
import TestSupport
import Testing

/// The pages of runs of shifts and orders in a real browser, against the tables of their folders.
@Suite(.enabled(if: BrowserCheck.isAvailable, BrowserCheck.missing)) struct MarketPageTests {
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
    ["orders", "demand.count=1500", "time.warm_up_s=400000", "demand.probe_share=0.05"],
    ["postcards", "demand.count=1500"],
  ])
  func `the line, the promises and all figures of orders are those of the tables`(run: [String]) throws {
    try makePage(run[0], ["--record", "queues"] + run.dropFirst().flatMap { ["--set", $0] })
    try check("figures")
    try check("line")
    try check("stories", Program.url.path)
  }

  @Test(arguments: [
    ["shifts", "volunteers.count=250"],
    ["shifts", "volunteers.count=400", "matching.reserve_share=0.1", "behaviour.no_show_probability=0.1"],
    ["shifts-recorded"],
  ])
  func `the board of shifts fills as the ledger of places says`(run: [String]) throws {
    try makePage(run[0], run.dropFirst().flatMap { ["--set", $0] })
    try check("figures")
    try check("board")
    try check("stories", Program.url.path)
  }

  @Test(arguments: ["orders-recorded", "shifts-recorded"])
  func `it is for everyone: contrast, keyboard, narrow and wide, paper`(name: String) throws {
    try makePage(name, name.hasPrefix("orders") ? ["--record", "queues"] : [])
    try check("everyone")
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
      65, "run: has no stations.csv, which the page of a run of orders is made from; run the scenario again")
  }

  @Test func `a run of services is told that it has no page`() throws {
    let scenario = SharedData.checkout.appending(path: "Scenarios/services.json5").path
    try Program.run("run", scenario, "--out", "run", "--quiet", in: scratch).expectSuccess()
    try Program.run("report", "run", in: scratch).expectFailure(
      65,
      "run: is a run of services, and single runs have pages in carpool, shifts and orders; `detour explain` tells what became of a"
        + " request, and a study of it has a page")
  }

  @Test func `a page of orders is the same bytes each time`() throws {
    try makePage("orders-recorded")
    let first = try scratch.data("run.html")
    try Program.run("report", "run", "--out", "again.html", in: scratch).expectSuccess()
    #expect(try scratch.data("again.html") == first)
  }
}
