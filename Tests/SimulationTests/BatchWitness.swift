import Matching
import Quantities
import Spaces
import Travellers

/// Decides as `policy` does, and looks at all that could have been decided instead.
final class BatchWitness: GatheringPolicy, @unchecked Sendable {
  let policy: any GatheringPolicy
  var name: String { policy.name }
  private(set) var fault: String?
  private(set) var decisions = 0
  /// Decisions in which requests had a driver in common.
  private(set) var contested = 0
  /// Decisions in which somebody could drive or ride.
  private(set) var ofRoles = 0

  init(of policy: any GatheringPolicy) { self.policy = policy }

  func choose(together attempts: inout [Attempt]) throws -> GatheredChoice {
    var alone = attempts
    let lists = alone.indices.map { alone[$0].candidates() }
    let decision = try policy.choose(together: &attempts)
    for (one, together) in zip(alone, attempts) where !Self.areAlike(one, together) {
      fault = "another funnel than that of an attempt alone"
    }
    for (list, choice) in zip(lists, decision.choices) {
      guard let choice, let same = list.first(where: { $0.driver == choice.driver }) else { continue }
      if same.insertion != choice.insertion || same.cost != choice.cost || same.reported != choice.reported {
        fault = "another candidate than that of an attempt alone"
      }
    }
    let asking = lists.filter { !$0.isEmpty }.count
    guard let terms = attempts.first?.fleet.terms, asking <= 6 else { return decision }
    decisions += 1
    let all = lists.flatMap { $0.map(\.driver) }
    if Set(all).count < all.count { contested += 1 }
    let chosen = decision.choices.map { $0?.driver }
    for (list, driver) in zip(lists, chosen)
    where driver != nil && !list.contains(where: { $0.driver == driver }) {
      fault = "somebody who is no candidate"
    }
    let given = chosen.compactMap(\.self)
    if Set(given).count < given.count { fault = "one driver twice" }
    let pairs = zip(lists, chosen).map { list, driver in list.first { $0.driver == driver } }
    let persons = Persons(attempts)
    if persons.areTwice(pairs) { fault = "one person twice" }
    for (attempt, list) in zip(attempts, lists)
    where list.contains(where: { persons.own($0) == attempt.request.id }) {
      fault = "somebody is to take themselves along"
    }
    if lists.contains(where: { $0.contains { persons.own($0) != nil } }) { ofRoles += 1 }
    let blocking = Self.blocking(lists, pairs, terms, persons)
    if blocking != decision.blockingPairs {
      fault = "\(decision.blockingPairs) blocking pairs, not \(blocking)"
    }
    if policy is Stable {
      if blocking > 0 { fault = "\(blocking) pairs block" }
    } else {
      let isOfKilometres = terms.batch.objective == .savedKilometres
      let left =
        isOfKilometres ? 0 : terms.batch.objective == .cost ? terms.batch.unmatchedCost.rawValue : 1 << 40
      func cost(_ pair: Candidate, of attempt: Attempt) -> Int64 {
        guard isOfKilometres else { return pair.cost }
        let added = attempt.fleet.addedMetres(
          of: attempt.request, by: pair.insertion, to: pair.driver, at: attempt.time, from: .reported)
        return Int64(((added - attempt.request.direct.metres) * 1_000).rounded())
      }
      func cost(_ pairs: [Candidate?]) -> Int64 {
        zip(attempts, pairs).reduce(0) { sum, each in sum + (each.1.map { cost($0, of: each.0) } ?? left) }
      }
      let best = Self.decisions(lists).filter { !persons.areTwice($0) }.map(cost).min() ?? 0
      if cost(pairs) != best { fault = "costs \(cost(pairs)), not \(best)" }
    }
    return decision
  }

  /// Whether two attempts know the same of why drivers are no candidates.
  private static func areAlike(_ one: Attempt, _ other: Attempt) -> Bool {
    one.bindingLimit == other.bindingLimit && one.funnel.driversActive == other.funnel.driversActive
      && Stage.allCases.allSatisfy { one.funnel[$0] == other.funnel[$0] }
  }

  /// All that could be decided.
  private static func decisions(_ lists: [[Candidate]]) -> [[Candidate?]] {
    lists.reduce([[]]) { begun, list in
      begun.flatMap { decision in
        let taken = Set(decision.compactMap { $0?.driver })
        return [decision + [nil]] + list.filter { !taken.contains($0.driver) }.map { decision + [$0] }
      }
    }
  }

  /// Pairs of which both would rather have each other: passengers go by the time to the pickup and the price of wishes that
  /// are not met, drivers by the detour.
  private static func blocking(
    _ lists: [[Candidate]], _ pairs: [Candidate?], _ terms: Terms, _ persons: Persons
  ) -> Int {
    func pain(_ candidate: Candidate) -> Int64 {
      let unmet = Double(terms.weights.preference.rawValue) * (1 - candidate.agreement)
      return candidate.insertion.timeToPickup.rawValue + Int64(unmet.rounded())
    }
    var count = 0
    for (place, list) in lists.enumerated() {
      let mine = pairs[place]
      for candidate in list where !persons.haveOtherRoles(place, candidate, pairs) {
        let theirs = pairs.compactMap(\.self).first { $0.driver == candidate.driver }
        let passengerWants = mine.map { pain(candidate) < pain($0) } ?? true
        let driverWants = theirs.map { candidate.insertion.detour < $0.insertion.detour } ?? true
        if passengerWants && driverWants { count += 1 }
      }
    }
    return count
  }
}

/// Who is who among the attempts and the drivers of a window.
private struct Persons {
  let requests: [Int64]
  let drivers: [Driver]

  init(_ attempts: [Attempt]) {
    requests = attempts.map(\.request.id)
    drivers = attempts.first?.fleet.drivers ?? []
  }

  /// The request of the person of a candidate.
  func own(_ candidate: Candidate) -> Int64? { drivers[Int(candidate.driver)].ownRequest }

  /// Whether somebody drives and rides.
  func areTwice(_ pairs: [Candidate?]) -> Bool {
    zip(requests, pairs).contains { id, mine in mine != nil && drives(id, pairs) }
  }

  /// Whether the person who asks drives, or the driver rides.
  func haveOtherRoles(_ place: Int, _ candidate: Candidate, _ pairs: [Candidate?]) -> Bool {
    let rides = own(candidate).flatMap(requests.firstIndex).map { pairs[$0] != nil } ?? false
    return rides || drives(requests[place], pairs)
  }

  private func drives(_ id: Int64, _ pairs: [Candidate?]) -> Bool {
    pairs.contains { $0.map { own($0) == id } ?? false }
  }
}
