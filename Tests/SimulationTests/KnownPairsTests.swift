import Foundation
import Matching
import Quantities
import Simulation
import Spaces
import Synthesis
import TestSupport
import Testing
import Travellers

/// Pairs that a window does not look at again, against windows that look at all.
struct KnownPairsTests {
  @Test(arguments: Ground.allCases)
  func `a window finds what it would if it knew nothing`(_ ground: Ground) throws {
    let witness = WindowWitness()
    for seed in 0..<16 as Range<UInt64> {
      var world = World(ground, spacing: seed % 3 == 0 ? 0 : 250, seed: seed)
      world.loosen(seed: seed)
      world.terms.radius = seed % 2 == 0 ? 1e7 : 3_000
      world.terms.batch.window = Milliseconds(15_000)
      world.terms.batch.commit = seed % 5 == 0 ? .window : .latest
      world.terms.batch.riders = seed % 4 == 0 ? .one : .several
      _ = try world.records(witness)
      #expect(witness.fault == nil, "seed \(seed)")
    }
    // Of what a window asked about, most was known, and of drivers who could have left already too.
    #expect(
      witness.windows > 300 && witness.known > witness.looks / 10, "\(witness.known) of \(witness.looks)")
  }

  @Test(arguments: ["announced", "town-matrix"], [BatchCommitment.window, .latest])
  func `so it is in the shipped scenarios`(_ name: String, _ commit: BatchCommitment) throws {
    let input = try CarpoolInput(
      contentsOf: SharedData.checkout.appending(path: "Scenarios/\(name).json5").path,
      overrides: [
        "matching.policy=\"batch\"", "matching.batch.commit=\"\(commit.rawValue)\"",
        "supply.announce_before_s=1200", "supply.flexibility_s=900", "demand.lead_s=1200",
        "demand.flexibility_s=900", "sample_share=0.4",
      ])
    let witness = WindowWitness()
    let setup = SimulationSetup(
      input.scenario, drivers: input.population.drivers, requests: input.population.requests,
      spaces: input.spaces, policy: witness)
    _ = try setup.records()
    #expect(witness.fault == nil)
    // What binds at the end of its window is hardly asked about twice.
    let least = commit == .latest ? witness.looks / 4 : 0
    #expect(witness.windows > 100 && witness.known > least, "\(witness.known) of \(witness.looks)")
  }
}

/// Decides as `Batch` does, and looks at each attempt alone besides, which knows nothing of the windows before.
private final class WindowWitness: GatheringPolicy, @unchecked Sendable {
  let name = "window_witness"
  private(set) var fault: String?
  private(set) var windows = 0
  /// The drivers on the routes of requests, and those of them who were known.
  private(set) var looks = 0
  private(set) var known = 0

  func choose(together attempts: inout [Attempt]) -> GatheredChoice {
    guard let fleet = attempts.first?.fleet else { return GatheredChoice(choices: []) }
    var together = attempts
    let before = fleet.windowLooks
    let lists = together.candidates()
    windows += 1
    looks += fleet.windowLooks.all - before.all
    known += fleet.windowLooks.known - before.known
    for (place, attempt) in attempts.enumerated() {
      var alone = attempt
      let candidates = alone.candidates()
      let isSame =
        candidates == lists[place] && alone.funnel.counts == together[place].funnel.counts
        && alone.bindingLimit == together[place].bindingLimit
      if !isSame, fault == nil {
        fault = "request \(attempt.request.id) at \(attempt.time): \(candidates) and \(lists[place])"
      }
    }
    return Batch().choose(together: &attempts)
  }
}

extension Funnel {
  /// All that it counts.
  fileprivate var counts: [Int32] {
    Stage.allCases.map { self[$0] } + [driversActive, boundedOut, evaluated]
  }
}
