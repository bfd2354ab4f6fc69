import Matching
import Quantities
import TestSupport
import Testing
import Travellers

@testable import Simulation

/// What only saves time leaves everything as it was.
struct SubmissionOrderTests {
  @Test(arguments: Ground.allCases)
  func `requests that stand in the order of their submission leave the same records`(_ ground: Ground) throws
  {
    var ordered = 0
    for seed in 20..<28 as Range<UInt64> {
      var setup = World(ground, spacing: 250, seed: seed).setup(TwoCircles())
      setup.observation.recordsEvents = true
      setup.observation.recordsCandidates = seed % 4 == 0
      func records(_ order: SubmissionOrder?) throws -> RunRecords {
        var simulator = Simulator(setup, order: order)
        try simulator.run()
        return simulator.takeRecords()
      }
      let order = SubmissionOrder(of: setup, least: 0)
      if order != nil { ordered += 1 }
      let (without, with) = (try records(nil), try records(order))
      #expect(with.text == without.text, "seed \(seed)")
      #expect(!with.stops.isEmpty && !with.log.isEmpty)
    }
    #expect(ordered > 4)
  }

  /// The rule of two circles, asked also where the circles leave nobody.
  private struct Asked: Policy {
    let name = PolicyName.twoCircles.rawValue
  }

  @Test(arguments: Ground.allCases)
  func `a policy that is not asked where the circles leave nobody would have chosen nobody`(_ ground: Ground)
    throws
  {
    for seed in 30..<38 as Range<UInt64> {
      let world = World(ground, spacing: seed % 2 == 0 ? 250 : 0, seed: seed)
      let (asked, unasked) = (try world.records(Asked()), try world.records(TwoCircles()))
      #expect(asked.text == unasked.text, "seed \(seed)")
      #expect(unasked.attempts.contains { $0.driver == .none } && !unasked.attempts.isEmpty)
    }
  }
}
