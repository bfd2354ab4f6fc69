import Lifecycle
import Matching
import Quantities
import Simulation
import Spaces
import TestSupport
import Testing
import Travellers

/// Decisions over the requests of a window, against all that could have been decided, in runs in which cars have passengers,
/// detours and open offers.
struct BatchTests {
  private static let windows = [Milliseconds(20_000), Milliseconds(120_000)]

  @Test(arguments: Ground.allCases, [BatchObjective.matches, .cost])
  func `no other decision has more matches or costs less`(_ ground: Ground, _ objective: BatchObjective)
    throws
  {
    let witness = try witness(ground, objective, seeds: 0..<6) { _, _ in }
    #expect(witness.decisions > 60 && witness.contested > 5, "\(witness.decisions) \(witness.contested)")
  }

  @Test(arguments: Ground.allCases, BatchObjective.allCases)
  func `no other decision of a window is better where pairs bind late`(
    _ ground: Ground, _ objective: BatchObjective
  ) throws {
    let witness = try witness(ground, objective, seeds: 0..<6) { world, seed in
      world.loosen(seed: seed)
      world.requests = Array(world.requests.prefix(15))
      world.terms.batch.commit = .latest
    }
    #expect(witness.decisions > 60 && witness.contested > 5, "\(witness.decisions) \(witness.contested)")
  }

  @Test(arguments: Ground.allCases, BatchObjective.allCases)
  func `no other decision is better where people may drive or ride`(
    _ ground: Ground, _ objective: BatchObjective
  ) throws {
    let witness = try witness(ground, objective, seeds: 40..<46) { world, seed in
      world.loosen(seed: seed)
      world.drivers = Array(world.drivers.prefix(8))
      world.requests = Array(world.requests.prefix(15))
      world.giveCars(seed: seed)
      world.terms.radius = 5_000
      world.terms.batch.commit = .latest
      world.terms.batch.riders = seed % 3 == 0 ? .several : .one
    }
    #expect(witness.decisions > 60 && witness.ofRoles > 20, "\(witness.decisions) \(witness.ofRoles)")
  }

  /// Looks at all decisions in a world of each of `seeds`, changed by `prepare`, and expects none to be better.
  private func witness(
    _ ground: Ground, _ objective: BatchObjective, seeds: Range<UInt64>,
    _ prepare: (inout World, UInt64) -> Void
  ) throws -> BatchWitness {
    let witness = BatchWitness(of: Batch())
    for seed in seeds {
      var world = World(ground, spacing: 250, seed: seed)
      world.terms.batch.window = Self.windows[Int(seed) % 2]
      world.terms.batch.objective = objective
      // Cheap enough that some pairs are not worth it.
      world.terms.batch.unmatchedCost = Milliseconds(400_000)
      prepare(&world, seed)
      _ = try world.records(witness)
    }
    #expect(witness.fault == nil)
    return witness
  }

  @Test(arguments: Ground.allCases, ProposingParty.allCases)
  func `no pair blocks a stable decision`(_ ground: Ground, _ side: ProposingParty) throws {
    let witness = BatchWitness(of: Stable())
    for seed in 10..<16 as Range<UInt64> {
      var world = World(ground, spacing: 250, seed: seed)
      world.terms.batch.window = Self.windows[Int(seed) % 2]
      world.terms.batch.proposing = side
      _ = try world.records(witness)
    }
    #expect(witness.fault == nil)
    #expect(witness.decisions > 60 && witness.contested > 5, "\(witness.decisions) \(witness.contested)")
  }

  @Test(arguments: Ground.allCases)
  func `a window of 0 is the rule of two circles`(_ ground: Ground) throws {
    var world = World(ground, spacing: 250, seed: 3)
    world.terms.batch.window = .zero
    let (batch, circles) = (try world.records(Batch()), try world.records(TwoCircles()))
    #expect(batch.attempts.map(\.driver) == circles.attempts.map(\.driver))
    #expect(batch.attempts.map(\.time) == circles.attempts.map(\.time))
    #expect(batch.attempts.map(\.cause) == circles.attempts.map(\.cause))
    #expect(batch.stops.map(\.arrive) == circles.stops.map(\.arrive))
  }

  @Test
  func `every attempt is decided at the end of its window, and what is written adds up`() throws {
    var world = World(.city, spacing: 250, seed: 1)
    world.terms.batch.window = Milliseconds(90_000)
    var setup = world.setup(Batch())
    setup.countsPairs = true
    let records = try setup.records()
    let batch = try #require(records.batch)
    let asking = records.attempts.filter { !world.requests[Int($0.request)].isProbe }
    #expect(asking.count > 20 && asking.allSatisfy { $0.time.rawValue % 90_000 == 0 })
    // Whoever asks in the moment that a window ends belongs to the next.
    for attempt in asking where attempt.attempt == 1 && attempt.cycle == 1 {
      let wait = attempt.time - world.requests[Int(attempt.request)].submit
      #expect(wait > .zero && wait <= Milliseconds(90_000))
    }
    #expect(batch.windows.reduce(0) { $0 + $1.requests } == asking.count && batch.decided == asking.count)
    #expect(batch.windows.reduce(0) { $0 + $1.found } == asking.count { $0.driver != .none })
    #expect(batch.windows.reduce(0) { $0 + $1.pairs } == batch.pairs)
    #expect(batch.windows.map(\.time) == batch.windows.map(\.time).sorted())
    for attempt in asking where attempt.driver == .none {
      #expect((attempt.cause == .unassigned) == (attempt.funnel[.limits] > 0))
    }
  }
}

extension BatchTests {
  /// The two circles are not those of a policy that looks elsewhere.
  @Test(arguments: [Ground.plane, .city, .roads], [false, true])
  func `pairs are counted over the candidates of the policy that decides`(
    _ ground: Ground, _ usesRadius: Bool
  )
    throws
  {
    var blocking = 0
    for seed in 0..<4 as Range<UInt64> {
      var world = World(ground, spacing: 250, seed: seed)
      world.terms.insertion.usesRadius = usesRadius
      let witness = InsertionPairs()
      var setup = world.setup(witness)
      setup.countsPairs = true
      let records = try setup.records()
      let batch = try #require(records.batch)
      #expect(batch.decided == witness.decided && batch.pairs == witness.pairs)
      #expect(batch.blockingPairs == witness.blocking)
      blocking += witness.blocking
      // Who counts changes nothing, not even what later searches look at.
      setup.countsPairs = false
      let silent = try setup.records()
      #expect("\(silent.attempts.map(\.funnel))" == "\(records.attempts.map(\.funnel))")
      #expect(silent.attempts.map(\.driver) == records.attempts.map(\.driver))
      #expect(silent.attempts.map(\.cost) == records.attempts.map(\.cost))
      #expect(silent.stops.map(\.arrive) == records.stops.map(\.arrive))
    }
    #expect(blocking > 0)
  }

  @Test(arguments: ProposingParty.allCases)
  func `of passengers whom a driver likes equally the one of the lower id goes first, whoever asked first`(
    _ side: ProposingParty
  ) throws {
    var story = Story()
    story.policy = Stable()
    story.terms.radius = 2_000
    story.terms.batch.window = Milliseconds(60_000)
    story.terms.batch.proposing = side
    story.driver(depart: 60, announce: 0)
    story.request(from: 1_000, to: 5_000, at: 20)
    story.request(from: 1_000, to: 5_000, at: 10)
    let records = try story.records()
    let found = records.attempts.filter { $0.time == Milliseconds(60_000) && $0.driver != .none }
    #expect(found.map(\.request) == [RequestIndex(0)])
  }

  @Test(arguments: Ground.allCases, ProposingParty.allCases)
  func `a stable decision is the one that enumeration finds, equals in the order of their ids`(
    _ ground: Ground, _ side: ProposingParty
  ) throws {
    let witness = StableWitness()
    for seed in 20..<25 as Range<UInt64> {
      var world = World(ground, spacing: 250, seed: seed)
      world.terms.batch.window = Milliseconds(120_000)
      world.terms.batch.proposing = side
      // Every second request is the one before once more, with a higher id, and asks first.
      for place in stride(from: 1, to: world.requests.count, by: 2) {
        var twin = world.requests[place - 1]
        twin.id = world.requests[place].id
        twin.submit = max(.zero, twin.submit - Milliseconds(5_000))
        world.requests[place] = twin
      }
      _ = try world.records(witness)
    }
    #expect(witness.fault == nil)
    #expect(witness.decisions > 20 && witness.ties > 5, "\(witness.decisions) \(witness.ties)")
  }
}

/// Decides as `insertion` does, and counts by a scan over all drivers whom each passenger could have had.
private final class InsertionPairs: Policy, @unchecked Sendable {
  let name = "insertion pairs"
  let vantage = Vantage.actual
  private(set) var decided = 0
  private(set) var pairs = 0
  private(set) var blocking = 0

  func candidates(of attempt: inout Attempt) -> [Candidate] { BestInsertion().candidates(of: &attempt) }

  func choose(for attempt: inout Attempt) -> Candidate? {
    let choice = BestInsertion().choose(for: &attempt)
    guard !attempt.request.isProbe else { return choice }
    let (fleet, inquiry) = (attempt.fleet, attempt.inquiry)
    let all = fleet.active.filter { fleet.isAvailable($0) && !attempt.excluded.contains($0) }
      .map { fleet.diagnose($0, inquiry) }.filter { $0.failed == nil }
    let price = Double(fleet.terms.weights.preference.rawValue)
    func pain(_ pickup: Milliseconds, _ agreement: Double) -> Int64 {
      pickup.rawValue + Int64((price * (1 - agreement)).rounded())
    }
    decided += 1
    pairs += all.count
    blocking += all.count { diagnosis in
      guard let choice, let insertion = diagnosis.result.best else { return true }
      return diagnosis.driver != choice.driver
        && pain(insertion.timeToPickup, diagnosis.agreement)
          < pain(choice.insertion.timeToPickup, choice.agreement)
    }
    return choice
  }
}

/// Decides as `stable` does, and looks for the same among all decisions.
private final class StableWitness: GatheringPolicy, @unchecked Sendable {
  let name = "stable"
  private(set) var fault: String?
  private(set) var decisions = 0
  private(set) var ties = 0

  func choose(together attempts: inout [Attempt]) throws -> GatheredChoice {
    var alone = attempts
    let lists = alone.indices.map { alone[$0].candidates() }
    let decision = Stable().choose(together: &attempts)
    guard let terms = attempts.first?.fleet.terms, lists.filter({ !$0.isEmpty }).count <= 6 else {
      return decision
    }
    decisions += 1
    let ids = attempts.map(\.request.id)
    let price = Double(terms.weights.preference.rawValue)
    typealias Rank = (Int64, Int64)
    func passenger(_ candidate: Candidate) -> Rank {
      let unmet = Int64((price * (1 - candidate.agreement)).rounded())
      return (candidate.insertion.timeToPickup.rawValue + unmet, Int64(candidate.driver.rawValue))
    }
    func driver(_ candidate: Candidate, _ request: Int) -> Rank {
      (candidate.insertion.detour.rawValue, ids[request])
    }
    let likings = lists.flatMap { $0.map { [Int64($0.driver.rawValue), $0.insertion.detour.rawValue] } }
    ties += likings.count - Set(likings).count
    /// All that no pair blocks, where nobody likes two equally.
    func isStable(_ choice: [Candidate?]) -> Bool {
      lists.indices.allSatisfy { request in
        lists[request].allSatisfy { candidate in
          let other = choice.indices.first { choice[$0]?.driver == candidate.driver }
          let requests = choice[request].map { passenger(candidate) < passenger($0) } ?? true
          let takes = other.map { driver(candidate, request) < driver(choice[$0]!, $0) } ?? true
          return !(requests && takes)
        }
      }
    }
    let stable = all(lists).filter(isStable)
    /// What the side that proposes has of a decision: its best of all stable ones.
    func isBest(_ choice: [Candidate?]) -> Bool {
      stable.allSatisfy { other in
        choice.indices.allSatisfy { request in
          guard let mine = choice[request], let theirs = other[request] else { return true }
          return terms.batch.proposing == .passengers
            ? !(passenger(theirs) < passenger(mine)) : !(passenger(mine) < passenger(theirs))
        }
      }
    }
    let chosen = decision.choices.map { $0?.driver }
    let best = stable.filter(isBest).map { $0.map { $0?.driver } }
    if best != [chosen] { fault = "\(chosen) is not the only best of \(best)" }
    return decision
  }

  private func all(_ lists: [[Candidate]]) -> [[Candidate?]] {
    lists.reduce([[]]) { begun, list in
      begun.flatMap { decision in
        let taken = Set(decision.compactMap { $0?.driver })
        return [decision + [nil]] + list.filter { !taken.contains($0.driver) }.map { decision + [$0] }
      }
    }
  }
}
