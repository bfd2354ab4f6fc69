import Foundation
import TestSupport
import Testing

/// Stops of a party's own, from a file of requests to what the verifier reads of them.
@Suite(.waitsForPrograms, .enabled(if: Program.hasPython))
struct OwnStopsRunTests {
  let scratch = Scratch()

  init() throws {
    var random = SplitMix64(seed: 7)
    func place(_ random: inout SplitMix64) -> String {
      "\(random.whole(0...6000)),\(random.whole(0...6000))"
    }
    var drivers = "driver_id,depart_s,origin_x,origin_y,destination_x,destination_y,end_s\n"
    for driver in 1...30 {
      let waits = driver % 2 == 0
      drivers += "\(driver),\(waits ? 0 : random.whole(0...3000)),\(place(&random)),"
      drivers += waits ? ",,9000\n" : "\(place(&random)),\n"
    }
    var requests =
      "request_id,submit_s,origin_x,origin_y,destination_x,destination_y,boarding_s,alighting_s,earliest_dropoff_s\n"
    for request in 1...120 {
      let submit = random.whole(0...3600)
      let own = ["", "0", "\(random.whole(1...200))"]
      let opens = random.pick(["", "\(submit + random.whole(300...2000))"])
      requests +=
        "\(request),\(submit),\(place(&random)),\(place(&random)),\(random.pick(own)),\(random.pick(own)),\(opens)\n"
    }
    try scratch.write(drivers, to: "drivers.csv")
    try scratch.write(requests, to: "requests.csv")
    try scratch.write(
      """
      {
        name: "own stops", time: {duration_s: 7200}, space: {kind: "plane", speed_kmh: 30},
        supply: {kind: "recorded", file: "drivers.csv"}, demand: {kind: "recorded", file: "requests.csv"},
        matching: {radius_m: 3000},
      }
      """, to: "own.json5")
  }

  @Test(arguments: ["insertion", "two_circles"])
  func `what the tables say of the stops of a party is what its row asks for`(policy: String) throws {
    try Program.run(
      "run", "own.json5", "--out", "out", "--set", "matching.policy=\(policy)", "--quiet", in: scratch
    ).expectSuccess(warns: true)
    let run = try RunResult("out", in: scratch)
    let arrived = Dictionary(
      try run.rows("stops").filter { $0["kind"] == "dropoff" }.map {
        ($0["request_id"], $0.number("arrive_s"))
      },
      uniquingKeysWith: { first, _ in first })
    let held = try run.rows("requests").count {
      $0["outcome"] == "served" && $0.number("dropoff_s") != arrived[$0["request_id"]]
    }
    #expect(held > 3, "\(held) waited on board")
    let verifier = SharedData.checkout.appending(path: "Tests/Verifier/verify.py").path
    let call = try Program.call(URL(filePath: "/usr/bin/env"), ["python3", verifier, "out"], in: scratch)
    #expect(
      call.status == 0,
      "\(call.output.split(separator: "\n").filter { $0.contains("FAIL") || $0.contains("csv:") })")
  }
}
