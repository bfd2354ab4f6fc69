import Foundation
import Testing

/// Cars that wait and are moved by a policy outside, as users run it.
@Suite(.waitsForPrograms) struct MovingCarsTests {
  let scratch = Scratch()

  private func run(_ answer: String, out: String = "out") throws -> Program.Call {
    try scratch.write(
      """
      {
        time: {duration_s: 3600},
        space: {kind: "plane", width_m: 6000, height_m: 6000, speed_kmh: 36},
        supply: {kind: "synthetic", count: 12, od: {kind: "stays", end_s: 7200}, persons: null, wishes: null},
        demand: {kind: "synthetic", count: 40, persons: null, wishes: null},
        matching: {radius_m: 5000},
        behaviour: {answer_delay_s: 0},
      }
      """, to: "cars.json5")
    try scratch.write(
      """
      import json, sys
      for line in sys.stdin:
          message = json.loads(line)
          if message["type"] == "end":
              break
          if message["type"] == "hello":
              answer = {"protocol": 1, "standing": True, "without_candidates": True}
          else:
              candidates = message["candidates"]
              chosen = min(candidates, key=lambda c: c["cost"])["driver"] if candidates else None
              standing = [car for car in message["standing"] if car["driver"] != chosen]
              answer = {"driver": chosen, "move": \(answer)}
          print(json.dumps(answer), flush=True)
      """, to: "centre.py")
    return try Program.run(
      "run", "cars.json5", "--set", "matching.policy={command:[\"python3\",\"centre.py\"]}", "--out", out,
      "--force",
      "--quiet", in: scratch)
  }

  @Test
  func `a car that stands goes where it is told, and waits there`() throws {
    try run("[{**car, 'x': 3000, 'y': 3000} for car in standing if car['x'] != 3000]").expectSuccess()
    let result = try RunResult("out", in: scratch)
    let moves = try result.rows("stops").filter { $0["kind"] == "move" }
    #expect(moves.count > 5)
    #expect(
      moves.allSatisfy { $0["x"] == "3000.0" && $0["y"] == "3000.0" && $0["arrive_s"] == $0["leave_s"] })
    // What they drive for it is theirs: open space has one speed.
    for driver in try result.rows("drivers") {
      let seconds = try #require(Double(driver["driven_s"]))
      let metres = try #require(Double(driver["driven_m"]))
      #expect(abs(10 * seconds - metres) < 5)
      #expect(driver["outcome"] == "arrived" && driver["arrive_s"] == "7200.000")
    }
    try run("[{**car, 'x': 3000, 'y': 3000} for car in standing if car['x'] != 3000]", out: "again")
      .expectSuccess()
    #expect(try RunResult("again", in: scratch).fingerprint == result.fingerprint)
  }

  @Test(arguments: [
    ("[{'driver': 99, 'x': 1, 'y': 1}]", "driver 99 of `move` is not among the standing cars"),
    ("[{**car, 'x': -1} for car in standing]", "is outside the space; give a place inside it"),
    ("[{'driver': chosen, 'x': 1, 'y': 1}]", "is offered the request; a moved car must be a different one"),
  ])
  func `what cannot be is told`(_ answer: String, _ sentence: String) throws {
    let call = try run(answer)
    #expect(call.status == 1 && call.errors.contains(sentence), "\(call.errors)")
  }

  @Test
  func `the summary calls what a car that waits drives its driving, and a driver's added time a detour`()
    throws
  {
    func summary(_ drivers: String) throws -> String {
      try scratch.write(
        "driver_id,origin_x,origin_y,destination_x,destination_y,depart_s\n" + drivers, to: "drivers.csv")
      try scratch.write(
        "request_id,submit_s,origin_x,origin_y,destination_x,destination_y\n1,60,1000,0,4000,0\n2,70,0,3000,4000,3000\n",
        to: "requests.csv")
      try scratch.write(
        """
        {
          time: {duration_s: 3600},
          space: {kind: "plane", width_m: 6000, height_m: 6000, speed_kmh: 36, circuity: 1},
          supply: {kind: "recorded", file: "drivers.csv", persons: null, wishes: null},
          demand: {kind: "recorded", file: "requests.csv", persons: null, wishes: null},
          matching: {policy: "insertion"},
          behaviour: {answer_delay_s: 0, decline_probability: 0, driver_cancel_probability: 0, stop_duration_s: 0},
        }
        """, to: "mixed.json5")
      let call = try Program.run("run", "mixed.json5", "--out", "mixed", "--force", in: scratch)
      #expect(call.status == 0, "\(call.errors)")
      // Long lines are broken at the width of the terminal.
      return call.output.split { $0.isWhitespace }.joined(separator: " ")
    }
    let fleet = try summary("1,0,0,,,0\n2,0,3000,,,0\n")
    #expect(
      fleet.contains(" driving median ") && fleet.contains(" of the 2 cars that took somebody "), "\(fleet)")
    #expect(!fleet.contains(" detour median "))
    let mixed = try summary("1,0,0,5000,0,0\n2,0,3000,,,0\n")
    #expect(
      mixed.contains(" of the 2 drivers that shared · of cars that wait, all that they drive "), "\(mixed)")
    let trips = try summary("1,0,0,5000,0,0\n2,0,3000,5000,3000,0\n")
    #expect(trips.contains(" detour median ") && !trips.contains("cars that wait"), "\(trips)")
  }
}
