import Lifecycle
import Matching
import Quantities
import Simulation
import Spaces
import TestSupport
import Testing
import Travellers

/// What must hold between the exact matcher and the rule of the two circles, and between one question and an
/// easier one.
@Suite struct InsertionRelationsTests {
  /// With route points everywhere and both circles binding, whoever the two circles offer a driver finds one
  /// with the exact matcher in the same moment, and one that is worth no less.
  ///
  /// Stops take no time here: the two circles let a car that stands at a stop set out at once.
  @Test(arguments: Ground.allCases)
  func itFindsSomebodyWhereverTheTwoCirclesDo(_ ground: Ground) throws {
    var found = 0
    forAll(seeds: 0..<(isFullValidation ? 100 : 10)) { seed in
      var world = World(ground, spacing: 0, seed: 500 + seed)
      world.terms.insertion.usesRadius = true
      world.terms.stopDuration = .zero
      for index in world.requests.indices { world.requests[index].earliestPickup = .zero }
      world.terms.insertion.objective = seed % 2 == 0 ? .addedDriving : .cost
      let comparison = Comparison()
      _ = try world.records(comparison)
      found += comparison.found
      return comparison.fault
    }
    #expect(found > 60, "\(found) found")
  }

  /// Chooses as the exact matcher does, beside the two circles.
  private final class Comparison: Policy, @unchecked Sendable {
    let name = "comparison"
    let vantage = Vantage.actual
    private(set) var found = 0
    private(set) var fault: String?

    func choose(for attempt: inout Attempt) -> Candidate? {
      var circles = attempt
      let candidates = circles.candidates()
      let choice = BestInsertion().choose(for: &attempt)
      let counts = [attempt.funnel[.radius], attempt.funnel[.route]]
      if counts != [circles.funnel[.radius], circles.funnel[.route]] {
        fault = fault ?? "\(counts) in and past the circles, not as in \(circles.funnel)"
      }
      guard !candidates.isEmpty else { return choice }
      found += 1
      let terms = attempt.fleet.terms
      func value(_ candidate: Candidate) -> Int64 { candidate.value(terms.insertion.objective) }
      // On open ground the rule measures the leg under way anew, a millisecond off what was planned.
      let rounding = 2 + Int64(4 * (terms.weights.timeToPickup + terms.weights.detour))
      let least = candidates.map(value).min()!
      if choice.map({ value($0) > least + rounding }) ?? true {
        fault = fault ?? "the circles offer \(candidates), the exact matcher \(choice as Any)"
      }
      return choice
    }
  }

  /// One change that can only help: whatever was possible for a driver stays so, at no higher price.
  enum Ease: String, CaseIterable, Sendable {
    case seats, driverLimits, passengerLimits, radius
  }

  @Test(arguments: Ground.allCases, Ease.allCases)
  func whatIsEasierIsNeverWorse(_ ground: Ground, _ ease: Ease) throws {
    var (found, helped) = (0, 0)
    forAll(seeds: 0..<(isFullValidation ? 60 : 6)) { seed in
      var world = World(ground, spacing: 0, seed: 900 + seed)
      world.terms.insertion.usesRadius = ease == .radius
      if ease != .radius { world.terms.insertion.objective = seed % 2 == 0 ? .addedDriving : .cost }
      if ease == .passengerLimits { world.terms.maxWait = Milliseconds(400_000) }
      if ease == .driverLimits {
        for index in world.drivers.indices { world.drivers[index].maxDetour = Milliseconds(400_000) }
      }
      let twins = Twins(world, ease)
      for request in world.requests.sorted(by: { ($0.submit, $0.id) < ($1.submit, $1.id) }) {
        let (hard, easy) = twins.request(request)
        if let hard {
          found += 1
          guard let easy, easy <= hard else {
            return "request \(request.id): \(hard), \(easy as Any) when easier"
          }
        }
        if easy != hard { helped += 1 }
      }
      return nil
    }
    #expect(found > 40 && helped > 3, "\(found) found, \(helped) easier")
  }

  /// Two fleets that do the same; in one of them a rule is easier.
  private struct Twins {
    let world: World
    let easyTerms: Terms
    let hard: Fleet
    let easy: Fleet
    let ease: Ease

    init(_ world: World, _ ease: Ease) {
      self.world = world
      self.ease = ease
      var terms = world.terms
      var drivers = world.drivers
      switch ease {
      case .seats:
        for index in drivers.indices {
          drivers[index].seats += 1
          drivers[index].luggageRoom += 1
        }
      case .driverLimits:
        for index in drivers.indices {
          drivers[index].maxDetour = drivers[index].maxDetour.saturatingAdd(Milliseconds(200_000))
          drivers[index].maxDetourRatio *= 1.5
          drivers[index].latestArrival = drivers[index].latestArrival.saturatingAdd(Milliseconds(200_000))
        }
      case .passengerLimits:
        terms.maxWait = terms.maxWait.saturatingAdd(Milliseconds(100_000))
        terms.maxDelay = terms.maxDelay.saturatingAdd(Milliseconds(100_000))
        terms.maxRideRatio *= 1.5
      case .radius: terms.radius *= 1.5
      }
      easyTerms = terms
      hard = Fleet(drivers: world.drivers, terms: world.terms, space: world.space, vantage: .actual)
      easy = Fleet(drivers: drivers, terms: terms, space: world.space, vantage: .actual)
      for driver in world.drivers.indices {
        for fleet in [hard, easy] { fleet.announce(DriverIndex(driver), at: .zero) }
      }
    }

    /// What the best insertion of `request` is worth in both; both then do what the harder rule chose.
    func request(_ request: Request) -> (hard: Int64?, easy: Int64?) {
      let time = request.submit
      for fleet in [hard, easy] { advance(fleet, to: time) }
      var attempt = attempt(request, hard, world.terms)
      let choice = BestInsertion().choose(for: &attempt)
      var easyAttempt = self.attempt(request, easy, easyTerms)
      let easyChoice = BestInsertion().choose(for: &easyAttempt)
      if let choice {
        let number = RequestIndex(world.requests.firstIndex { $0.id == request.id }!)
        for fleet in [hard, easy] {
          fleet.accept(
            request, as: number, promise: attempt.promise, insertion: choice.insertion, by: choice.driver,
            at: time)
        }
      }
      return (choice.map(value), easyChoice.map(value))
    }

    private func value(_ candidate: Candidate) -> Int64 { candidate.value(world.terms.insertion.objective) }

    private func attempt(_ request: Request, _ fleet: Fleet, _ terms: Terms) -> Attempt {
      Attempt(
        request: request, index: 0, cycle: 1, attempt: 1, time: request.submit,
        promise: terms.promise(for: request), excluded: [], fleet: fleet, random: world.rules.random)
    }

    private func advance(_ fleet: Fleet, to time: Milliseconds) {
      for driver in fleet.active.sorted() {
        while let stop = fleet.itineraries[driver].stops.first, stop.arrive <= time {
          _ = fleet.makeStop(driver)
        }
        let itinerary = fleet.itineraries[driver]
        if itinerary.stops.isEmpty, itinerary.arrival <= time { fleet.retire(driver) }
      }
    }
  }
}

extension Candidate {
  /// What the candidate is worth under `objective`: lower is better.
  fileprivate func value(_ objective: Objective) -> Int64 {
    switch objective {
    case .cost: cost
    case .addedDriving: insertion.addedDriving.rawValue
    case .earliestArrival: insertion.timeToDropoff.rawValue
    }
  }
}
