import CarpoolScenario
import Quantities
import TestSupport
import Testing

@testable import Scenario

@Suite struct ScenarioLoadTests {
  private func faults(_ text: String, overrides: [String] = []) -> [String] {
    do throws(ScenarioError) {
      _ = try Scenario.load(text: text, file: "s.json5", overrides: overrides)
      return []
    } catch {
      return error.description.split(separator: "\n").map(String.init)
    }
  }

  private func faults(with members: String) -> [String] {
    faults("{space: {kind: 'plane'}, supply: {kind: 'none'}, demand: {kind: 'none'},\n" + members + "}")
  }

  @Test func whatIsLeftOutHasItsDefault() throws {
    let scenario = try Scenario.load(text: Examples.least, file: "Examples/first.run.json5")
    #expect(scenario.name == "first")
    #expect(scenario.matching == Scenario.Matching())
    #expect(scenario.time.duration == Milliseconds(14_400_000))
    #expect(scenario.behaviour.patience == Milliseconds(1_800_000))
    #expect(scenario.space == .plane(Scenario.Plane()))
  }

  @Test(arguments: ["schema_version: 1,", "schema_version: null,"])
  func theVersionOfTheFieldsChangesNothing(member: String) throws {
    let text = Examples.least
    let plain = try Scenario.load(text: text, file: "x.json5")
    let given = try Scenario.load(
      text: text.replacing("{", with: "{" + member, maxReplacements: 1), file: "x.json5")
    #expect(given == plain && given.resolved == plain.resolved && given.identity() == plain.identity())
  }

  @Test func everyFieldIsRead() throws {
    let scenario = try Scenario.load(text: Examples.full, file: "x.json5")
    #expect(scenario.seed == .max)
    #expect(scenario.time.start?.description == "2008-05-22T00:00:00")
    #expect(scenario.time.duration == Milliseconds(7_200_500))
    #expect(scenario.matching.limits.maxDetour == nil)
    #expect(scenario.matching.limits.maxDelay == Milliseconds(600_000))
    #expect(scenario.behaviour.stopDuration == Milliseconds(2))
    #expect(scenario.input.longestTrip == nil)
    guard case .synthetic(let drivers) = scenario.supply, case .zones(let od) = drivers.od,
      case .synthetic(let requests) = scenario.demand, case .city(let city) = scenario.space
    else {
      Issue.record("not the kinds given")
      return
    }
    #expect(city.routing.snap == 100)
    #expect(drivers.arrivals.perHour == 1_200)
    #expect(drivers.arrivals.profile == .equalParts([1, 3, 0.5]))
    #expect(drivers.attributes.persons?.ageMean == 40.5)
    #expect(drivers.attributes.wishes == nil)
    #expect(od.gravity.deterrence == .power)
    #expect(od.zones.map(\.radius) == [500, 900.25])
    #expect(requests.arrivals.firstID == 100_000)
    #expect(requests.attributes.wishes == Scenario.Wishes())
  }

  @Test func syntheticTravellersAreDrawnAndRecordedOnesAreNot() throws {
    let text = """
      {space: {kind: 'plane'}, supply: {kind: 'synthetic', count: 1, od: {kind: 'uniform'}},
       demand: {kind: 'recorded', file: 'r.csv'}}
      """
    let scenario = try Scenario.load(text: text, file: "x.json5")
    guard case .synthetic(let drivers) = scenario.supply, case .recorded(let requests) = scenario.demand
    else {
      Issue.record("not the kinds given")
      return
    }
    #expect(drivers.attributes.persons == Scenario.Persons())
    #expect(requests.attributes.persons == nil)
    #expect(requests.attributes.partySize == [1])
  }

  @Test func allFaultsAreReportedAtOnceInTheOrderOfTheFile() {
    let text = """
      {
        seed: -1,
        space: {kind: 'geographic', west: 2, south: 'x', east: 1, speed_kmh: NaN},
        matching: {radius_m: -5, polcy: 'first', attempts: 2.5},
        supply: {kind: 'synthetic', count: 3, per_hour: 2},
        demand: {kind: 'sythetic'},
        time: {start: 'noon', warm_up_s: 99999},
      }
      """
    #expect(
      faults(text) == [
        "s.json5:2:9: seed: found -1, which is out of range; give a whole number from 0 to 18446744073709551615",
        "s.json5:3:10: space.north: is missing; give a number from -90 to 90 (°)",
        "s.json5:3:47: space.south: found \"x\"; give a number from -90 to 90 (°)",
        "s.json5:3:58: space: east is not east of west; swap them",
        "s.json5:3:72: space.speed_kmh: found NaN, which is not a finite number; "
          + "give a number from 0.1 to 1000 (km/h)",
        "s.json5:4:24: matching.radius_m: found -5, which is out of range; "
          + "give a number from 0 to 1e8 (m)",
        "s.json5:4:28: matching.polcy: is not a field; did you mean `policy`?",
        "s.json5:4:54: matching.attempts: found 2.5; give a whole number from 1 to 1000",
        "s.json5:5:38: supply: both `count` and `per_hour` are given; give one",
        "s.json5:6:18: demand.kind: found \"sythetic\", which is not a valid choice; "
          + "did you mean `synthetic`?",
        "s.json5:7:17: time.start: found \"noon\", which is out of range; "
          + "give a date and time like `\"2008-05-22T07:30:00\"`",
        "s.json5:7:36: time: the warm-up (warm_up_s) takes up the whole period (duration_s); give a shorter warm-up",
      ])
  }

  @Test("the first hundred faults are told, and the number of the others, however many there are")
  func countlessFaults() {
    let told = faults(with: (0..<40_000).map { "k\($0): 1," }.joined(separator: "\n"))
    #expect(told.count == 101 && told[0].hasPrefix("s.json5:2:1: k0: is not a field"))
    #expect(told[99].hasPrefix("s.json5:101:1: k99: ") && told[100] == "… and 39900 more faults")
    #expect(faults(with: (0..<101).map { "k\($0): 1," }.joined()).last == "… and 1 more fault")
    #expect(faults(with: (0..<100).map { "k\($0): 1," }.joined()).count == 100)
  }

  @Test func whatMustBeGivenIsMissed() {
    #expect(
      faults("\n{}")
        == [
          "s.json5:2:1: space: is missing; give an object with `kind` \"plane\", \"torus\", \"geographic\", "
            + "\"city\", \"network\"",
          "s.json5:2:1: supply: is missing; give an object with `kind` \"none\", \"synthetic\", \"recorded\", "
            + "\"trips\", \"users\"",
          "s.json5:2:1: demand: is missing; give an object with `kind` \"none\", \"synthetic\", \"recorded\", "
            + "\"trips\", \"users\"",
        ].map { $0.replacing(#/ "(\w+)"/#) { " `\"\($0.1)\"`" } })
  }

  @Test(arguments: [
    ("seed: 1, seed: 2", "s.json5:2:10: seed: is given twice (first in line 2); keep one"),
    (
      "nothing: 1",
      "s.json5:2:1: nothing: is not a field; the fields are `$schema`, `name`, `description`, "
        + "`schema_version`, `market`, `seed`, `replication`, `time`, `space`, `supply`, `demand`, `trips`, "
        + "`sample_share`, `matching`, `behaviour`, `input`, `board`, `users`, `verification`, `money`,"
        + " `friends`, `ratings`, `channel`, `results`"
    ),
    ("matching: 3", "s.json5:2:11: matching: found 3; give an object"),
    ("matching: {radius: 3}", "s.json5:2:12: matching.radius: is not a field; did you mean `radius_m`?"),
    (
      "matching: {radius_m: Infinity}",
      "s.json5:2:22: matching.radius_m: found Infinity, "
        + "which is not a finite number; give a number from 0 to 1e8 (m)"
    ),
    (
      "matching: {radius_m: null}",
      "s.json5:2:22: matching.radius_m: found null; "
        + "give a number from 0 to 1e8 (m)"
    ),
    (
      "matching: {spacing_m: 0.5}",
      "s.json5:2:23: matching: route points are closer than 1 m; give 0 or at least 1"
    ),
    (
      "matching: {insertion: {use_radius: 1}}",
      "s.json5:2:36: matching.insertion.use_radius: found 1; "
        + "give `true` or `false`"
    ),
    (
      "matching: {insertion: {objective: 'best'}}",
      "s.json5:2:35: matching.insertion.objective: found \"best\", which is not a valid "
        + "choice; give one of `cost`, `added_driving`, `earliest_arrival`"
    ),
    (
      "behaviour: {patience_s: 'x'}",
      "s.json5:2:25: behaviour.patience_s: found \"x\"; "
        + "give a number from 0 to 1e9 (s)"
    ),
    (
      "time: {warm_up_s: 10, horizon_s: 5}",
      "s.json5:2:34: time: the run ends (horizon_s) before its warm-up "
        + "(warm_up_s); give a later horizon_s"
    ),
    (
      "name: 'a/b'",
      "s.json5:2:7: name: found \"a/b\", which is out of range; "
        + "give a name without `/` that does not begin with `.` or with one of `=+-@`, which spreadsheets would run as a formula"
    ),
    (
      "results: {record: ['event']}",
      "s.json5:2:20: results.record[0]: found \"event\", "
        + "which is not a valid choice; did you mean `events`?"
    ),
    (
      "results: {record: 'events'}",
      "s.json5:2:19: results.record: found \"events\"; give a list of 0 to 6 "
        + "items, each one of `\"tracks\"`, `\"candidates\"`, `\"events\"`, `\"messages\"`, `\"reviews\"`, "
        + "`\"friendships\"`"
    ),
    (
      "schema_version: 0",
      "s.json5:2:17: schema_version: found 0, which is out of range; give a whole number from 1 to 1"
    ),
    (
      "schema_version: 2, hyperloop: {}, seed: 'x'",
      "s.json5:2:17: schema_version: the scenario is written for version 2 of the fields, and this program reads version 1;"
        + " install a newer Detour, or remove the field if the scenario uses no newer features"
    ),
    ("trips: {}", "s.json5:2:8: trips.file: is missing; give the name of a file or folder"),
    (
      "results: {interval_s: 0}",
      "s.json5:2:23: results.interval_s: found 0, which is out of range; "
        + "give a number from 0.001 to 1e9 (s)"
    ),
  ])
  func eachFaultIsNamedWithItsRemedy(members: String, sentence: String) {
    #expect(faults(with: members) == [sentence])
  }

  @Test(arguments: [
    ("count: null", "neither `count` nor `per_hour` is given; give one"),
    ("count: 1, profile: [0, 0]", "no weight is above 0; give at least one"),
    (
      "count: 1, profile: [{until_s: 2, weight: 1}, {until_s: 1, weight: 1}]",
      "the steps are out of order; sort them by until_s"
    ),
    ("count: 1, party_size: [0]", "no weight is above 0; give at least one"),
    (
      "count: 1, party_size: []",
      "found a list of 0, which is out of range; "
        + "give a list of 1 to 100 items, each a number from 0 to 1e9"
    ),
    ("count: 1, persons: {age_min: 9, age_max: 8}", "age_min exceeds age_max; swap them"),
    (
      "count: 1, od: {kind: 'uniform', min_m: 9, max_m: 8}",
      "max_m does not exceed min_m; give a longer one"
    ),
    ("count: 1, od: {kind: 'displacement'}", "is missing; give a number from 1 to 1e8 (m)"),
    (
      "count: 1, od: {kind: 'zones', zones: [{x: 0, y: 0, radius_m: 1, production: 0}]}",
      "no zone produces trips; give one a production"
    ),
    (
      "count: 1, od: {kind: 'zones', zones: [{x: 0, y: 0, radius_m: 1, attraction: 0}]}",
      "no zone attracts trips; give one an attraction"
    ),
    (
      "count: 1, od: {min_m: 1}",
      "is missing; give one of `\"uniform\"`, `\"displacement\"`, `\"zones\"`, `\"matrix\"`"
    ),
    (
      "count: 1, zebra: 3",
      "is not a field of kind `synthetic`; the fields are `kind`, `count`, `per_hour`, "
        + "`profile`, `first_id`, `od`, `matrix_share`, `party_size`, `luggage`, `persons`, `wishes`, `lead_s`, "
        + "`flexibility_s`, `car_share`, `unserved`, `probe_share`, `cancel_probability`, `choice`"
    ),
  ])
  func faultsOfDemandAreNamed(members: String, sentence: String) throws {
    let found = faults(
      "{space: {kind: 'plane'}, supply: {kind: 'none'}, demand: {kind: 'synthetic', \(members)}}")
    #expect(found.count == 1)
    #expect(found.first?.hasSuffix(": " + sentence) == true, "\(found)")
  }

  @Test func sidesNeedWhatTheyDrawFrom() {
    let trips = "{space: {kind: 'plane'},\n supply: {kind: 'trips'}, demand: {kind: 'none'}}"
    #expect(faults(trips).first?.hasPrefix("s.json5:2:10: a side of kind `trips` requires") == true)
    let endless = """
      {space: {kind: 'plane'}, supply: {kind: 'synthetic', count: 1}, demand: {kind: 'none'},
       time: {duration_s: null}}
      """
    #expect(faults(endless).first?.contains("requires a duration") == true)
  }

  @Test func malformedTextIsTheOnlyFault() {
    #expect(
      faults("{seed: -1,\n radius 3}") == [
        "s.json5:2:9: found `3` where `:` after the key `radius` is expected"
      ])
    #expect(faults("[]") == ["s.json5:1:1: found an empty list; give an object"])
  }
}
