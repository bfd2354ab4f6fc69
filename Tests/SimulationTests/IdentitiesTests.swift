import Lifecycle
import Matching
import Quantities
import Simulation
import Spaces
import TestSupport
import Testing
import Travellers

/// What holds in every run, whatever happens in it.
@Suite struct IdentitiesTests {
  static let grounds: [Ground] = [.plane, .torus, .city]

  /// Time spent waiting, added up by person and by moment (Little's law), agrees to the millisecond.
  @Test(arguments: grounds)
  func littlesLawHoldsForThoseWhoWait(_ ground: Ground) {
    forAll(seeds: 0..<8) { seed in
      let world = World(ground, spacing: 100, seed: 100 + seed)
      let records = try world.records(TwoCircles(), recordsEvents: true)
      var byPerson = Milliseconds.zero
      for (request, record) in zip(world.requests, records.requests) {
        guard let ended = record.ended else { return "a request that never stopped waiting" }
        byPerson = byPerson + (ended - request.submit)
      }
      var (byMoment, waiting, last) = (Milliseconds.zero, Set<RequestIndex>(), Milliseconds.zero)
      for event in records.log {
        byMoment = byMoment + Int64(waiting.count) * (event.time - last)
        last = event.time
        switch event.kind {
        case .requestSubmitted: waiting.insert(event.request)
        case .pickup, .passengerLeft: waiting.remove(event.request)
        case .requestNotified:
          if records.requests[event.request].ended == event.time { waiting.remove(event.request) }
        case .attempt:
          if world.requests[event.request].isProbe { waiting.remove(event.request) }
        default: break
        }
      }
      if !waiting.isEmpty { return "\(waiting) wait for ever" }
      return byPerson == byMoment ? nil : "by person \(byPerson), by moment \(byMoment)"
    }
  }

  @Test(arguments: grounds)
  func outcomesAndCountsAddUp(_ ground: Ground) {
    forAll(seeds: 0..<8) { seed in
      let world = World(ground, spacing: 0, seed: 200 + seed)
      let records = try world.records(TwoCircles())
      let counts = RequestOutcome.allCases.map { outcome in
        records.requests.count { $0.outcome == outcome }
      }
      if counts.reduce(0, +) != world.requests.count { return "outcomes: \(counts)" }
      if records.requests.contains(where: { $0.outcome == .inProgress }) { return "someone is left" }
      let served = records.requests.count { $0.outcome == .served }
      let total = records.drivers.reduce(0) { $0 + Int($1.served) }
      if served != total { return "\(served) served, drivers say \(total)" }
      if served != records.stops.count(where: { $0.kind == .dropoff }) { return "a drop-off is missing" }
      let attempts = records.requests.reduce(0) { $0 + Int($1.attempts) }
      if attempts != records.attempts.count { return "attempts: \(attempts)" }
      let offers = records.drivers.reduce(0) { $0 + Int($1.offers) }
      let probes: Set = [AttemptOutcome.probeHit, .probeMiss, .noCandidate]
      return offers == records.attempts.count { !probes.contains($0.outcome) } ? nil : "offers: \(offers)"
    }
  }

  /// Lengths and speeds scaled by a power of two change no time and no match.
  @Test(arguments: [0.25, 8], [0.0, 100])
  func scalingChangesNoTime(_ scale: Double, _ spacing: Metres) {
    for ground in [Ground.plane, .torus] {
      forAll(seeds: 0..<5) { seed in
        let world = World(ground, spacing: spacing, seed: 300 + seed)
        let records = try world.records(TwoCircles())
        let scaled = try world.scaled(by: scale).records(TwoCircles())
        if "\(times(records))" != "\(times(scaled))" { return "times differ" }
        for (driver, other) in zip(records.drivers, scaled.drivers)
        where abs(scale * driver.drivenMetres - other.drivenMetres) > 1e-6 * scale {
          return "metres differ"
        }
        return nil
      }
    }
  }

  private func times(_ records: RunRecords) -> [[Milliseconds?]] {
    records.requests.map { [$0.pickup, $0.dropoff, $0.ended, $0.firstMatch] }
      + records.attempts.map { [$0.time, $0.timeToPickup, $0.detour, $0.answered, Milliseconds($0.cost)] }
      + records.stops.map { [$0.arrive, $0.leave] } + records.drivers.map { [$0.arrive] }
  }

  /// More seats, a larger radius, a longer detour: no candidate of a single attempt is lost.
  @Test(arguments: Ground.allCases)
  func easierTermsLoseNoCandidate(_ ground: Ground) {
    var found = 0
    forAll(seeds: 0..<6) { seed in
      var world = World(ground, spacing: 100, seed: 400 + seed)
      for index in world.requests.indices { world.requests[index].isProbe = true }
      let before = try world.candidates()
      found += before.reduce(0) { $0 + $1.count }
      let easier: [(String, (inout World) -> Void)] = [
        ("seats", { world in for i in world.drivers.indices { world.drivers[i].seats += 2 } }),
        ("radius", { $0.terms.radius *= 1.5 }),
        (
          "detour",
          { world in
            for i in world.drivers.indices {
              let limit = world.drivers[i].maxDetour
              world.drivers[i].maxDetour = limit.saturatingAdd(Milliseconds(100_000))
              world.drivers[i].maxDetourRatio *= 2
            }
          }
        ),
      ]
      for (name, ease) in easier {
        var other = world
        ease(&other)
        let after = try other.candidates()
        if !zip(before, after).allSatisfy({ $0.isSubset(of: $1) }) { return "\(name) lost a candidate" }
      }
      return nil
    }
    #expect(found > 50)
  }
}

/// Notes the candidates of every attempt.
private final class Clerk: Policy, @unchecked Sendable {
  let name = "clerk"
  private(set) var candidates: [Set<DriverIndex>] = []

  func choose(for attempt: inout Attempt) -> Candidate? {
    let found = attempt.candidates()
    candidates.append(Set(found.map(\.driver)))
    return found.first
  }
}

extension World {
  func candidates() throws -> [Set<DriverIndex>] {
    let clerk = Clerk()
    _ = try records(clerk)
    return clerk.candidates
  }

  /// The same world with all lengths and speeds `scale` times as large; open ground only.
  func scaled(by scale: Double) -> World {
    guard let open = space as? OpenSpace else { preconditionFailure("a network has its own lengths") }
    var world = self
    let side: Metres? = if case .torus(let side) = open.geometry { scale * side } else { nil }
    let geometry = side.map { Geometry.torus(side: $0) } ?? .plane
    world.space = OpenSpace(geometry: geometry, speed: open.speed * scale, circuity: open.circuity)
    func moved(_ place: Place) -> Place { Place(position: scale * place.position) }
    for index in drivers.indices {
      world.drivers[index].origin = moved(drivers[index].origin)
      world.drivers[index].destination = moved(drivers[index].destination)
      world.drivers[index].solo.metres *= scale
    }
    for index in requests.indices {
      world.requests[index].origin = moved(requests[index].origin)
      world.requests[index].destination = moved(requests[index].destination)
      world.requests[index].direct.metres *= scale
    }
    world.terms.radius *= scale
    world.terms.spacing *= scale
    return world
  }
}
