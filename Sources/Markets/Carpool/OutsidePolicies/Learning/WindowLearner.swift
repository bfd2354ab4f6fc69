import Matching
import Quantities
import Travellers

/// The values of a window that precede the pairs in a learner's frame.
struct WindowHeading {
  let time: Milliseconds
  let requests: Int
  let drivers: Int
  let pairs: Int

  /// The number of values that identify the sides of a pair: the indices, in the window, of its request, of its driver,
  /// and of the driver's own request (-1: none).
  static let sides = 3

  static let fields: [MessageField<Self>] = [
    .init("time_s", "s", "The end of the window, since the scenario's start.") { .time($0.time) },
    .init("requests", "requests", "The number of requests of the window.") { .integer(Int64($0.requests)) },
    .init("drivers", "drivers", "The number of drivers with room.") { .integer(Int64($0.drivers)) },
    .init("pairs", "pairs", "The number of feasible pairs, including those without a place in the frame.") {
      .integer(Int64($0.pairs))
    },
  ]
}

/// The policy of a learner that decides the windows of a run. Probes are decided as `batch` would decide them.
struct WindowLearner: GatheringPolicy {
  let name = "learner"
  let learner: Learner
  let subject: PolicySubject

  func choose(together attempts: inout [Attempt]) throws -> GatheredChoice {
    let window = GatheredWindow(of: &attempts)
    guard window.pairCount > 0 else { return window.choice(taking: attempts.map { _ in nil }) }
    return try learner.choice(in: window, of: subject)
  }
}

extension Learner {
  /// The location of a pair in a window: the index of its attempt, and its index among the attempt's candidates.
  private typealias Place = (row: Int, place: Int)

  /// Returns the learner's decision for `window`; pairs are sent in the order of requests, then of drivers. If the
  /// frame has too few places, only the cheapest are sent.
  ///
  /// - Throws: `LearnerError`.
  func choice(in window: GatheredWindow, of subject: PolicySubject) throws(LearnerError) -> GatheredChoice {
    guard let terms else { throw .badAnswer("nothing", "send hello to the learner first") }
    let told = Self.told(terms.places, of: window)
    tell(told, of: window, in: subject, terms)
    try pipe.send(frame.bytes)
    switch try pipe.message() {
    case nil: throw .gone
    case .begin(let seed, let replication):
      pending = (seed, replication)
      throw .beginsAnew(seed: seed, replication: replication)
    case .choose, .bound:
      throw .badAnswer("a choice", "a window is decided by pairs; send a message of kind 4")
    case .take(let places):
      var taken = TakenPairs(of: window, in: subject)
      do throws(AnswerFault) {
        for place in places {
          guard told.indices.contains(place) else {
            throw AnswerFault(
              "\(place) is not one of the pairs; answer with places from 0 to \(told.count - 1)")
          }
          try taken.take(told[place].place, for: told[place].row)
        }
        return try taken.choice()
      } catch {
        throw .badAnswer(places.prefix(12).map(String.init).joined(separator: ", "), error.sentence)
      }
    }
  }

  /// Returns the `count` cheapest pairs of `window`, or all if there are fewer, in their original order.
  private static func told(_ count: Int, of window: GatheredWindow) -> [Place] {
    let all: [Place] = window.candidates.enumerated().flatMap { row, list in list.indices.map { (row, $0) } }
    guard all.count > count else { return all }
    func cost(_ number: Int) -> Int64 { window.candidates[all[number].row][all[number].place].cost }
    let order = all.indices.ordered { (cost($0), $0) < (cost($1), $1) }
    return order.prefix(count).ordered().map { all[$0] }
  }

  private func tell(
    _ told: [Place], of window: GatheredWindow, in subject: PolicySubject, _ terms: LearnerAnswer
  ) {
    let drivers = window.driversWithRoom
    let numbers = Dictionary(uniqueKeysWithValues: drivers.enumerated().map { ($1, $0) })
    let owners = window.attemptsOfCarOwners
    let fleet = window.attempts[0].fleet
    let heading = WindowHeading(
      time: window.attempts[0].time, requests: window.attempts.count, drivers: drivers.count,
      pairs: window.pairCount)
    frame.begin(attemptOf: heading.pairs)
    frame.put(figures)
    for (place, field) in WindowHeading.fields.enumerated() {
      frame.put(field.value(heading).number, heading: place)
    }
    let wantsBatch = terms.candidate.contains { $0.name == PairMessage.inBatch }
    let batch = wantsBatch ? window.batchPlaces : []
    let attempts = window.attempts.map { AttemptMessage(attempt: $0, subject: subject) }
    for (number, (row, place)) in told.enumerated() {
      let candidate = window.candidates[row][place]
      let own = fleet.drivers[candidate.driver].ownRequest.flatMap { owners[$0] } ?? -1
      let sides = [row, numbers[candidate.driver] ?? -1, own]
      let message = PairMessage(
        candidate: CandidateMessage(candidate: candidate, attempt: attempts[row]),
        isInBatch: !batch.isEmpty && batch[row] == place)
      let values =
        sides.map(Float.init) + terms.request.map { $0.value(attempts[row]).number }
        + terms.candidate.map { $0.value(message).number }
      for (field, value) in values.enumerated() { frame.put(value, of: number, field: field) }
    }
  }
}
