import Matching
import Quantities
import TestSupport
import Testing
import Travellers

@testable import Simulation

/// What only saves time leaves everything as it was.
struct TimeOrderTests {
  /// The policies that are not asked where the circles leave nobody.
  static let inCircles = PolicyName.allCases.filter { $0.policy.staysInCircles }

  @Test(arguments: Ground.allCases, inCircles)
  func `requests and drivers that stand in the order of time leave the same records`(
    _ ground: Ground, _ name: PolicyName
  ) throws {
    for seed in 20..<28 as Range<UInt64> {
      var setup = World(ground, spacing: 250, seed: seed).setup(name.policy)
      setup.observation.recordsEvents = true
      func records(_ order: TimeOrder?) throws -> RunRecords {
        var simulator = Simulator(setup, order: order)
        try simulator.run()
        return simulator.takeRecords()
      }
      let order = TimeOrder(of: setup, least: 0)
      #expect(order != nil)
      let (without, with) = (try records(nil), try records(order))
      #expect(with.text == without.text, "seed \(seed)")
      #expect(!with.stops.isEmpty && !with.log.isEmpty)
    }
  }

  /// A policy, asked also where the circles leave nobody.
  private struct Asked: Policy {
    let policy: any Policy

    var name: String { policy.name }

    func choose(for attempt: inout Attempt) throws -> Candidate? { try policy.choose(for: &attempt) }
  }

  @Test(arguments: Ground.allCases, inCircles)
  func `a policy that is not asked where the circles leave nobody would have chosen nobody`(
    _ ground: Ground, _ name: PolicyName
  ) throws {
    for seed in 30..<38 as Range<UInt64> {
      let world = World(ground, spacing: seed % 2 == 0 ? 250 : 0, seed: seed)
      let (asked, unasked) = (
        try world.records(Asked(policy: name.policy)), try world.records(name.policy)
      )
      #expect(asked.text == unasked.text, "seed \(seed)")
      #expect(unasked.attempts.contains { $0.driver == .none } && !unasked.attempts.isEmpty)
    }
  }
}
