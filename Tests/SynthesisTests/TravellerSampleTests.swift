import CarpoolScenario
import Foundation
import Scenario
import TestSupport
import Testing
import Travellers

@testable import Synthesis

/// Samples of travellers by `sample_share`.
struct TravellerSampleTests {
  private func make(_ overrides: String...) throws -> Population {
    try Fixture.population(
      supply: "{kind: 'synthetic', count: 2000}",
      demand: "{kind: 'synthetic', count: 2000, first_id: 10000}", overrides: overrides, in: Fixture.plane)
  }

  private func lines(_ population: Population) -> [String] {
    population.drivers.map { "\($0)" } + population.requests.map { "\($0)" }
  }

  @Test
  func `a smaller sample is a part of a larger one, and that of the whole`() throws {
    let whole = try make()
    var larger = Set(lines(whole))
    for share in [0.5, 0.25, 0.05, 0.01] {
      let sample = try make("sample_share=\(share)")
      #expect(larger.isSuperset(of: lines(sample)))
      larger = Set(lines(sample))
      // Five standard deviations of a binomial count.
      for count in [sample.drivers.count, sample.requests.count] {
        #expect((Double(count) - 2000 * share).magnitude < 5 * (2000 * share * (1 - share)).squareRoot())
      }
    }
  }

  @Test
  func `both sides are sampled by themselves, and every replication anew`() throws {
    let sample = try make("sample_share=0.5")
    let again = try make("sample_share=0.5", "replication=1")
    #expect(sample.drivers.map(\.id) != again.drivers.map(\.id))
    #expect(sample.drivers.map(\.id) != sample.requests.map { $0.id - 10_000 })
    #expect(lines(try make("sample_share=1")) == lines(try make()))
  }

  @Test(arguments: [
    ("sample_share=0", "sample_share"), ("sample_share=1.5", "sample_share"),
    ("sample_share=many", "sample_share"),
  ])
  func `what is no share is refused`(override: String, name: String) {
    let error = #expect(throws: ScenarioError.self) { try make(override) }
    #expect(error.map { "\($0)".contains(name) } == true)
  }

  @Test
  func `a share of one is what holds without one, also over another share`() throws {
    func idle(_ overrides: String...) throws -> [String] {
      try Scenario.load(
        text:
          "{space: {kind: 'torus', side_m: 9000}, time: {duration_s: 9}, supply: {kind: 'synthetic', count: 9},"
          + " demand: {kind: 'synthetic', count: 9}}",
        file: "s.json5", overrides: overrides
      ).idleFields.map(\.path)
    }
    #expect(try idle("sample_share=1") == [])
    #expect(try idle("sample_share=0.5", "sample_share=1") == [])
    #expect(try idle("sample_share=0.5") == [])
    #expect(throws: ScenarioError.self) { try idle("sample_share=0.5", "users={count: 9}") }
  }
}
