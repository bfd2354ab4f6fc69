import Lifecycle
import Matching
import Quantities
import Simulation
import Spaces
import Travellers

/// Answers as `BestInsertion` does, and works out each answer by hand as well.
final class InsertionWitness: Policy, @unchecked Sendable {
  let name = "insertion_witness"
  let vantage = Vantage.actual
  private let referee: InsertionByHand
  private var offers = OffersByHand()
  private(set) var decisions: [InsertionByHand.Decision] = []
  private(set) var fault: String?
  private(set) var tally = Tally()

  /// How much of what a comparison is meant for has happened.
  struct Tally {
    var attempts = 0
    var chosen = 0
    /// More than one driver had a plan.
    var several = 0
    /// The best driver had stops ahead, or passengers on board.
    var withStopsAhead = 0
    var onBoard = 0
    /// Drivers who had an open offer, and drivers who had said no to the passenger.
    var reserved = 0
    var excluded = 0
    var boundedOut = 0
    /// Limits set to just what the best plan needs, and to one millisecond less.
    var atLimits = 0
    var movedByLimits = 0

    mutating func add(_ other: Self) {
      attempts += other.attempts
      chosen += other.chosen
      several += other.several
      withStopsAhead += other.withStopsAhead
      onBoard += other.onBoard
      reserved += other.reserved
      excluded += other.excluded
      boundedOut += other.boundedOut
      atLimits += other.atLimits
      movedByLimits += other.movedByLimits
    }
  }

  init(_ world: World) { referee = InsertionByHand(world: world) }

  func choose(for attempt: inout Attempt) -> Candidate? {
    let cars = offers.cars(attempt, in: referee.world)
    let decision = referee.decide(attempt.request, among: cars, at: attempt.time)
    decisions.append(decision)
    let choice = BestInsertion().choose(for: &attempt)
    note(attempt, decision, cars)
    let place = "request \(attempt.request.id), attempt \(attempt.attempt) at \(attempt.time)"
    if fault == nil {
      let found =
        fault(choice, decision) ?? faultOfFunnel(attempt, decision, cars)
        ?? faultOfAcceptance(attempt, cars) ?? faultAtLimits(attempt, decision, cars)
      fault = found.map { "\(place): \($0)" }
    }
    if let choice, !attempt.request.isProbe {
      offers.note(choice.driver, attempt)
    }
    return choice
  }

  private func note(_ attempt: Attempt, _ decision: InsertionByHand.Decision, _ cars: [InsertionByHand.Car]) {
    tally.attempts += 1
    tally.excluded += attempt.excluded.count
    tally.reserved += attempt.fleet.active.count - cars.count - attempt.excluded.count
    tally.boundedOut += Int(attempt.funnel.boundedOut)
    guard let best = decision.best else { return }
    tally.chosen += 1
    if decision.plans.count > 1 { tally.several += 1 }
    if best.stopsAhead > 0 { tally.withStopsAhead += 1 }
    if attempt.fleet.itineraries[best.choice.driver].onBoard > 0 { tally.onBoard += 1 }
  }

  private func fault(_ choice: Candidate?, _ decision: InsertionByHand.Decision) -> String? {
    let found = choice.map { self.choice($0.driver, $0.insertion, cost: $0.cost) }
    return found == decision.best?.choice
      ? nil : "found \(found as Any), by hand \(decision.best as Any) of \(decision.plans.map(\.choice))"
  }

  private func choice(_ driver: DriverIndex, _ insertion: Insertion, cost: Int64) -> InsertionByHand.Choice {
    InsertionByHand.Choice(
      driver: driver, pickupAfter: insertion.pickupAfter, dropoffAfter: insertion.dropoffAfter,
      timeToPickup: insertion.timeToPickup, addedDriving: insertion.addedDriving, detour: insertion.detour,
      cost: cost)
  }

  private func faultOfFunnel(
    _ attempt: Attempt, _ decision: InsertionByHand.Decision, _ cars: [InsertionByHand.Car]
  ) -> String? {
    let funnel = attempt.funnel
    let askable = cars.count
    let circles = [decision.inRadius, decision.onRoute].map { $0.map(Int32.init) ?? Funnel.notComputed }
    let isRight =
      [funnel[.radius], funnel[.route]] == (askable > 0 ? circles : [funnel[.radius], funnel[.route]])
      && isRight(funnel, emptied: emptied(attempt, decision, cars))
      && funnel.evaluated >= (decision.best == nil ? 0 : 1) && funnel.boundedOut >= 0
      && Int(funnel.evaluated + funnel.boundedOut) <= decision.onRoute ?? askable
    return isRight ? nil : "funnel \(funnel); by hand \(decision.inRadius as Any) of \(askable)"
  }

  /// The stage that left nobody of the drivers who were there; nil where some passed room and wishes, or none was there.
  private func emptied(
    _ attempt: Attempt, _ decision: InsertionByHand.Decision, _ cars: [InsertionByHand.Car]
  ) -> Stage? {
    let circles = TwoCirclesByHand(world: referee.world)
    guard decision.best == nil else { return nil }
    let there = cars.filter { referee.isInCircles($0, for: attempt.request, at: attempt.time) }
    let roomy = there.filter { circles.isRoomy($0, for: attempt.request) }
    if roomy.isEmpty { return there.isEmpty ? nil : .seats }
    return roomy.contains { circles.agree(attempt.request, $0.driver) } ? nil : .preferences
  }

  private func isRight(_ funnel: Funnel, emptied: Stage?) -> Bool {
    [Stage.seats, .preferences, .limits].allSatisfy {
      funnel[$0] == ($0 == emptied ? 0 : Funnel.notComputed)
    }
  }

  /// Compares what would be worked out if each driver said yes now.
  private func faultOfAcceptance(_ attempt: Attempt, _ cars: [InsertionByHand.Car]) -> String? {
    for car in cars where agrees(attempt.request, car.driver) {
      let result = attempt.fleet.evaluate(
        Inquiry(attempt.request, promise: attempt.promise, at: attempt.time), into: car.number, from: .actual)
      let plan = referee.bestPlan(of: car, for: attempt.request, at: attempt.time)
      let found = result.best.map { choice(car.number, $0, cost: plan?.choice.cost ?? 0) }
      if found != plan?.choice { return "if accepted: \(found as Any), by hand \(plan as Any)" }
    }
    return nil
  }

  private func agrees(_ request: Request, _ driver: Driver) -> Bool { requiredWishesAgree(request, driver) }

  /// Asks once more with each limit of the request at what the best plan needs, and at a millisecond less.
  private func faultAtLimits(
    _ attempt: Attempt, _ decision: InsertionByHand.Decision, _ cars: [InsertionByHand.Car]
  ) -> String? {
    guard let best = decision.best else { return nil }
    let limits: [(WritableKeyPath<Request, Milliseconds>, Milliseconds)] = [
      (\.latestPickup, best.boarding), (\.latestDropoff, best.alighting + best.walk),
      (\.maxRide, best.alighting - best.boarding),
    ]
    for (limit, reached) in limits {
      for (short, value) in [reached, reached - Milliseconds(1)].enumerated() {
        var request = attempt.request
        request[keyPath: limit] = value
        // A limit that the best plan keeps leaves a part of the plans, with the best one among them.
        let expected = short == 0 ? decision : referee.decide(request, among: cars, at: attempt.time)
        var again = Attempt(
          request: request, index: attempt.index, cycle: attempt.cycle, attempt: attempt.attempt,
          time: attempt.time, promise: referee.world.terms.promise(for: request), excluded: attempt.excluded,
          fleet: attempt.fleet, random: referee.world.rules.random)
        let choice = BestInsertion().choose(for: &again)
        tally.atLimits += 1
        if short == 1, expected.best?.choice != best.choice { tally.movedByLimits += 1 }
        if let fault = fault(choice, expected) { return "limit \(value), reached \(reached): \(fault)" }
      }
    }
    return nil
  }
}
