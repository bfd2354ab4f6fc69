import Lifecycle
import Matching
import Quantities
import Simulation
import Spaces
import TestSupport
import Testing
import Travellers

/// When a pair becomes final: each car is driven by hand along its plan, to the last moment that the next window leaves.
struct FinalityTests {
  @Test(arguments: Ground.allCases, [DriverRiders.one, .several])
  func `a pair is final if it could not be carried out any more at the end of the next window`(
    _ ground: Ground, _ riders: DriverRiders
  ) throws {
    var tally = FinalityWitness.Tally()
    for seed in 0..<12 as Range<UInt64> {
      var world = World(ground, spacing: seed % 2 == 0 ? 0 : 40, seed: seed &+ 500)
      world.terms.radius = seed % 3 == 0 ? 900 : 5_000
      (world.terms.maxWait, world.terms.maxDelay) = (.never, .never)
      world.terms.batch.window = Milliseconds(seed % 2 == 0 ? 30_000 : 60_000)
      world.terms.batch.commit = .latest
      world.terms.batch.riders = riders
      world.terms.batch.notice = Milliseconds(seed % 4 == 0 ? 20_000 : 0)
      world.rules.answerDelay = Milliseconds(seed % 4 == 1 ? 20_000 : 0)
      world.rules.declineProbability = 0
      world.rules.providerCancelProbability = 0
      if seed % 3 == 1 { world.loosen(seed: seed) }
      if seed % 3 == 2 { world.letCarsWait(share: 0.5, seed: seed) }
      let witness = FinalityWitness(world)
      let records = try world.records(witness)
      for expected in witness.expected {
        let pair = records.provisional?.first {
          $0.request == expected.request && $0.driver == expected.driver && $0.from <= expected.time
            && expected.time <= $0.until
        }
        let isFinal = pair.map { $0.fate == .final && $0.until == expected.time }
        #expect(isFinal == expected.isFinal, "seed \(seed): \(expected), \(pair as Any)")
      }
      tally.add(witness.tally)
    }
    #expect(tally.final > 40 && tally.kept > 40, "\(tally)")
    if riders == .several { #expect(tally.passed > 5, "\(tally)") }
  }

  @Test
  func `a stop that the car makes before the next window ends is not ahead of it any more`() throws {
    var story = Story()
    story.policy = Batch()
    story.terms.radius = 1e6
    story.terms.spacing = 0
    story.terms.batch.window = Milliseconds(60_000)
    story.terms.batch.commit = .latest
    story.rules.answerDelay = .zero
    story.driver(depart: 600) {
      $0.announce = .zero
      $0.maxDetour = Milliseconds(50_000)
    }
    let space = story.space
    func stand(_ request: inout Request, _ x: Double, _ y: Double) {
      request.origin = Place(position: Position(x: x, y: y))
      request.direct = space.travel(from: request.origin, to: request.destination)!
    }
    // Bound at 600 s, and picked up at 680 s, between two ends of windows.
    story.request(from: 0, to: 8_000) {
      stand(&$0, 640, 480)
      $0.latestPickup = Milliseconds(seconds: 690)
    }
    // Stands beside the first: costs next to nothing at 660 s, and to turn back at 720 s breaks the limit.
    story.request(from: 0, to: 8_000, at: 630) { stand(&$0, 645, 475) }
    let records = try story.records()
    #expect(records.requests.map(\.outcome) == [.served, .served])
    #expect(records.provisional?.map(\.until) == [600, 660].map { Milliseconds(seconds: $0) })
    #expect(records.provisional?.map(\.fate) == [.final, .final])
  }
}

/// Decides as `Batch` does, and works out for each pair by hand whether it can wait for another window.
private final class FinalityWitness: GatheringPolicy, @unchecked Sendable {
  struct Expected {
    var request: RequestIndex
    var driver: DriverIndex
    var time: Milliseconds
    var isFinal: Bool
  }

  struct Tally {
    var final = 0
    var kept = 0
    /// Pairs whose car makes a stop before the last moment of the next window.
    var passed = 0

    mutating func add(_ other: Self) {
      final += other.final
      kept += other.kept
      passed += other.passed
    }
  }

  let name = Batch().name
  private(set) var expected: [Expected] = []
  private(set) var tally = Tally()
  private let world: World
  private let circles: TwoCirclesByHand
  private let insertions: InsertionByHand

  init(_ world: World) {
    self.world = world
    circles = TwoCirclesByHand(world: world)
    // Of the pairs of stops of one driver windows take the one of least driving.
    var least = world
    least.terms.insertion.objective = .addedDriving
    insertions = InsertionByHand(world: least)
  }

  func choose(together attempts: inout [Attempt]) throws -> GatheredChoice {
    let decision = Batch().choose(together: &attempts)
    for (attempt, choice) in zip(attempts, decision.choices) {
      guard let choice, let isFinal = isFinal(attempt, choice.driver) else { continue }
      expected.append(
        Expected(request: attempt.index, driver: choice.driver, time: attempt.time, isFinal: isFinal))
      if isFinal { tally.final += 1 } else { tally.kept += 1 }
    }
    return decision
  }

  /// Whether the pair could not be carried out after the next window; nil for a driver who can leave later than that.
  private func isFinal(_ attempt: Attempt, _ number: DriverIndex) -> Bool? {
    let rules = world.terms.batch
    let last = attempt.time + rules.window + rules.notice + world.rules.answerDelay
    let itinerary = attempt.fleet.itineraries[number]
    guard !itinerary.isFree || itinerary.departure <= last else { return nil }
    var driver = world.drivers[Int(number)]
    if !driver.waits { driver.depart = itinerary.departure }
    var car = TwoCirclesByHand.Car(
      number: number, driver: driver, way: itinerary.track.vertices, stops: itinerary.stops,
      onBoard: itinerary.onBoard, luggageOnBoard: itinerary.luggageOnBoard)
    if car.way[car.way.count - 1].time <= last { return true }
    drive(&car, until: last)
    guard !circles.decide(attempt.request, among: [car], at: last).choices.isEmpty,
      let plan = insertions.bestPlan(of: car, for: attempt.request, at: last)
    else { return true }
    return plan.boarding > attempt.request.waitsFrom.saturatingAdd(attempt.request.patience)
  }

  /// Lets `car` make the stops that it comes to until `time`.
  private func drive(_ car: inout TwoCirclesByHand.Car, until time: Milliseconds) {
    let made = car.stops.prefix { $0.arrive <= time }
    if !made.isEmpty { tally.passed += 1 }
    for stop in made {
      car.onBoard += stop.isPickup ? stop.partySize : -stop.partySize
      car.luggageOnBoard += stop.isPickup ? stop.luggage : -stop.luggage
    }
    car.stops.removeFirst(made.count)
    for place in car.stops.indices {
      guard let pickup = made.first(where: { $0.isPickup && $0.request == car.stops[place].request }) else {
        continue
      }
      car.stops[place].pickedUp = max(pickup.arrive, pickup.ready)
    }
  }
}
