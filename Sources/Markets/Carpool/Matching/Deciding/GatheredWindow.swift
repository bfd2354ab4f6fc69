import Assignment
public import Travellers

/// The feasible pairs in a window of attempts, for a policy that decides these jointly.
///
///     let window = GatheredWindow(of: &attempts)
///     return window.choice(taking: window.candidates.map { $0.isEmpty ? nil : 0 })   // if no driver occurs twice
public struct GatheredWindow {
  /// The attempts, with their funnels filled in.
  public let attempts: [Attempt]
  /// The candidates of each attempt, in ascending order of driver id.
  public let candidates: [[Candidate]]

  /// Finds the candidates of `attempts`, which are all decided at the same time.
  public init(of attempts: inout [Attempt]) {
    candidates = attempts.candidates()
    self.attempts = attempts
  }

  /// The number of feasible pairs.
  public var pairCount: Int { candidates.reduce(0) { $0 + $1.count } }

  /// The drivers without an open offer who have a seat for one more person on some leg ahead, in ascending order of id,
  /// whether or not they are in a feasible pair.
  public var driversWithRoom: [DriverIndex] {
    guard let first = attempts.first else { return [] }
    let fleet = first.fleet
    var person = first.request
    (person.partySize, person.luggage) = (1, 0)
    return fleet.active.filter { fleet.isAvailable($0) && fleet.hasRoom(for: person, in: $0) }.sorted()
  }

  /// By attempt: the index, among its candidates, of the driver whom `batch` would choose; nil: no driver.
  public var batchPlaces: [Int?] {
    zip(candidates, Batch.choice(among: candidates, of: attempts).choices).map { list, choice in
      choice.flatMap { choice in list.firstIndex { $0.driver == choice.driver } }
    }
  }

  /// The indices of the attempts by car owners, who could drive instead, by request id.
  public var attemptsOfCarOwners: [Int64: Int] {
    var places: [Int64: Int] = [:]
    for (place, attempt) in attempts.enumerated() where attempt.request.hasCar {
      places[attempt.request.id] = place
    }
    return places
  }

  /// Returns the choice that takes, for each attempt, the candidate at the attempt's index in `places`; nil: no driver.
  ///
  /// - Precondition: no driver is chosen twice, and nobody is chosen as both driver and passenger.
  public func choice(taking places: [Int?]) -> GatheredChoice {
    guard let terms = attempts.first?.fleet.terms else { return GatheredChoice(choices: []) }
    let pairs = GatheredPairs(candidates, terms: terms)
    var assignment = PairAssignment(of: pairs.graph)
    for (row, place) in places.enumerated() {
      if let place { assignment.give(pairs.graph.pairs(ofRow: row).lowerBound + place, of: pairs.graph) }
    }
    return pairs.choice(assignment, of: attempts)
  }
}
