import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Testing
import Travellers

@testable import Synthesis

@Suite struct PopulationTests {
  private let supply = "{kind: 'synthetic', count: 50}"
  private let demand = "{kind: 'synthetic', count: 50, first_id: 1000}"

  private func lines(_ population: Population) -> [String] {
    population.drivers.map { "\($0)" } + population.requests.map { "\($0)" }
  }

  private func make(_ overrides: String..., in territory: Territory = Fixture.plane) throws -> Population {
    try Fixture.population(supply: supply, demand: demand, overrides: overrides, in: territory)
  }

  @Test func theSameScenarioGivesTheSamePopulation() throws {
    let population = try make()
    #expect(lines(population) == lines(try make()))
    #expect(population.drivers.map(\.id) == Array(0..<50))
    #expect(population.requests.map(\.id) == Array(1_000..<1_050))
    #expect(population.refused.isEmpty)
  }

  @Test(arguments: [
    "matching.radius_m=10", "matching.spacing_m=0", "behaviour.decline_probability=1", "name=x",
    "matching.policy=random", "time.warm_up_s=60",
  ])
  func theRulesChangeNobody(override: String) throws {
    #expect(lines(try make(override)) == lines(try make()))
  }

  @Test(arguments: ["seed=2", "replication=1"])
  func seedAndReplicationChangeEverybody(override: String) throws {
    #expect(Set(lines(try make(override))).isDisjoint(with: lines(try make())))
  }

  @Test func moreTravellersLeaveTheOthersAsTheyWere() throws {
    let more = try make("supply.count=90", "demand.count=70")
    #expect(more.drivers.prefix(50).map { "\($0)" } == (try make()).drivers.map { "\($0)" })
    #expect(more.requests.prefix(50).map { "\($0)" } == (try make()).requests.map { "\($0)" })
  }

  @Test func eachAspectIsDrawnByItself() throws {
    let before = try make().requests
    let after = try make("demand.persons.smoker_share=0.9", "demand.profile=[1,5]", "demand.first_id=7")
      .requests
    #expect(before.map(\.origin) == after.map(\.origin))
    #expect(before.map(\.person.age) == after.map(\.person.age))
    #expect(before.map(\.partySize) == after.map(\.partySize))
    #expect(before.map(\.submit) != after.map(\.submit))
    let elsewhere = try make("demand.od={kind: 'displacement', length_m: 500}").requests
    #expect(before.map(\.submit) == elsewhere.map(\.submit))
    #expect(before.map(\.person) == elsewhere.map(\.person))
  }

  @Test func driversAndRequestsShareNoNumbers() throws {
    let population = try make()
    #expect(Set(population.drivers.map(\.depart)).isDisjoint(with: population.requests.map(\.submit)))
    #expect(Set(population.drivers.map(\.origin)).isDisjoint(with: population.requests.map(\.origin)))
  }

  @Test func limitsAndPatienceComeFromTheScenarioWhereNoneIsOwn() throws {
    let population = try make()
    #expect(
      population.drivers.allSatisfy { $0.maxDetour == Milliseconds(900_000) && $0.maxDetourRatio == 0.5 })
    #expect(population.requests.allSatisfy { $0.patience == Milliseconds(1_800_000) })
    let own = try make(
      "supply.max_detour_s=60", "matching.limits.max_detour_ratio=null", "behaviour.patience_s=null")
    #expect(own.drivers.allSatisfy { $0.maxDetour == Milliseconds(60_000) && $0.maxDetourRatio == .infinity })
    #expect(own.requests.allSatisfy { $0.patience == .never })
  }

  @Test func driversAreAnnouncedBeforeTheyLeave() throws {
    let drivers = try make("supply.announce_before_s=600", "supply.seats=1", "supply.luggage_room=0").drivers
    #expect(drivers.allSatisfy { $0.announce == max(.zero, $0.depart - Milliseconds(600_000)) })
    #expect(drivers.allSatisfy { $0.seats == 1 && $0.luggageRoom == 0 })
    #expect(try make().drivers.allSatisfy { $0.announce == $0.depart })
  }

  @Test func tripsAreTimedBySpace() throws {
    for driver in try make(in: Fixture.plane).drivers {
      let straight = Geometry.plane.distance(driver.origin.position, driver.destination.position)
      #expect(driver.solo.metres == straight)
      #expect(driver.solo.duration == Milliseconds(seconds: straight / 10))
    }
  }

  @Test func faultsOfBothSidesComeTogether() {
    do throws(SynthesisError) {
      let scenario = try? Fixture.scenario(
        supply: "{kind: 'recorded', file: 'no-drivers.csv'}",
        demand: "{kind: 'recorded', file: 'no-requests.csv'}")
      guard let scenario else { return }
      _ = try Population.make(scenario, in: Fixture.plane, folder: "nowhere")
      Issue.record("no fault")
    } catch {
      #expect(
        error.description == """
          nowhere/no-drivers.csv: there is no such file; check the path
          nowhere/no-requests.csv: there is no such file; check the path
          """)
    }
  }
}
