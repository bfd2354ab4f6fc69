import CarpoolScenario
import Matching
import Quantities
import TestSupport
import Testing

@testable import Scenario

@Suite struct OverrideTests {
  private func load(_ overrides: String..., text: String = Examples.full) throws -> Scenario {
    try Scenario.load(text: text, file: "s.json5", overrides: overrides)
  }

  private func faults(_ overrides: String..., text: String = Examples.least) -> [String] {
    do throws(ScenarioError) {
      _ = try Scenario.load(text: text, file: "s.json5", overrides: overrides)
      return []
    } catch {
      return error.description.split(separator: "\n").map(String.init)
    }
  }

  @Test func valuesAreReplacedAndAdded() throws {
    let scenario = try load(
      "matching.radius_m=1500", "matching.policy=first", "behaviour.patience_s=60", "name=other",
      "demand.od={kind: 'uniform'}", "supply.od.zones[1].x=7", "supply.od.zones.0.name=mid town",
      "time.start=2010-01-01T00:00:00", "results.record=[]", "matching.radius_m=1600")
    #expect(scenario.matching.radius == 1_600)
    #expect(scenario.matching.policy == .shipped(.first))
    #expect(scenario.behaviour.patience?.seconds == 60)
    #expect(scenario.name == "other")
    #expect(scenario.time.start?.description == "2010-01-01T00:00:00")
    guard case .synthetic(let drivers) = scenario.supply, case .zones(let od) = drivers.od else {
      Issue.record("no zones")
      return
    }
    #expect(od.zones.map(\.x) == [1_000, 7])
    #expect(od.zones[0].name == "mid town")
  }

  @Test func objectsOnTheWayAreMade() throws {
    let scenario = try load(
      "matching.limits.max_wait_s=null", "trips.file=a/b-1.csv", text: Examples.least)
    #expect(scenario.matching.limits.maxWait == nil)
    #expect(scenario.trips?.file == "a/b-1.csv")
  }

  @Test func faultsNameTheOption() {
    #expect(
      faults("matching.radius_m=-5", "matching.radus_m=5") == [
        "--set matching.radius_m=-5: matching.radius_m: found -5, which is out of range; "
          + "give a number from 0 to 1e8 (m)",
        "--set matching.radus_m=5: matching.radus_m: is not a field; did you mean `radius_m`?",
      ])
  }

  @Test func anOverrideThatCannotBeAppliedIsAFault() {
    #expect(
      faults("attempts") == [
        "--set attempts: there is no `=`; write path=value, as in matching.radius_m=800"
      ])
    #expect(
      faults("a..b=1") == [
        "--set a..b=1: the path has an empty component; write path=value, as in matching.radius_m=800"
      ])
    #expect(
      faults("seed.x=3", text: Examples.full) == [
        "--set seed.x=3: seed: `seed` is 18446744073709551615 and has no field `x`"
      ])
    #expect(
      faults("demand.party_size.7=3", text: Examples.full) == [
        "--set demand.party_size.7=3: demand.party_size: `demand.party_size` is a list of 2 items, "
          + "which are numbered from 0"
      ])
    #expect(
      faults("time={start: }") == ["--set time={start: }: found `}` where a value is expected"])
    #expect(
      faults("time={a: 1, a: 2}") == [
        "--set time={a: 1, a: 2}: a: is given twice (first in the same option); keep one"
      ])
  }

  @Test func leftoversOfAnotherKindAreFaults() {
    let found = faults("space.kind=plane", text: Examples.full)
    #expect(found.count == 5)
    #expect(
      found.first
        == "s.json5:5:25: space.columns: is not a field of kind `plane`; the fields are `kind`, "
        + "`width_m`, `height_m`, `speed_kmh`, `circuity`")
  }

  @Test func faultsOfTheCommandLineComeLast() {
    let found = faults("seed=x", text: Examples.least.replacing("{kind: 'plane'}", with: "3"))
    #expect(found.map { $0.prefix(7) } == ["s.json5", "--set s"])
  }
}
