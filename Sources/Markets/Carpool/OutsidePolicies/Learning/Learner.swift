public import JSON5
public import Matching
public import Quantities
import Travellers

/// A learner at the other end of a pipe: it begins episodes, is told their attempts as numbers, and decides them.
///
///     let learner = Learner(input: STDIN_FILENO, output: STDOUT_FILENO)
///     guard try learner.greet(hello) else { return }
///     while let episode = try learner.nextEpisode() {
///       setup.policy = learner.policy(in: subject)         // of the run of that seed and replication
///       try learner.end([0.62], .object([]))
///     }
///
/// An episode is a run that is decided by it as it is by any policy: the same decisions give the same results. docs/policies.md has the
/// messages. It belongs to one thread at a time.
public final class Learner: @unchecked Sendable {
  private let pipe: LearnerPipe
  private var terms: LearnerAnswer?
  private var frame = LearnerFrame(figures: 0, heading: 0, fields: 0, places: 0)
  private var pending: (seed: UInt64, replication: UInt64)?
  private var figures: [Double] = []

  /// Takes the learner who writes to `input` and reads from `output`, descriptors that stay open.
  public init(input: Int32, output: Int32) { pipe = LearnerPipe(input: input, output: output) }

  /// Says what there is to be told, with the further members of `hello`, and hears what it wants; false where it has gone.
  ///
  /// - Throws: `LearnerError`.
  public func greet(_ hello: [JSON.Member]) throws(LearnerError) -> Bool {
    let message = JSON.object(
      [.init("type", .text("hello")), .init("protocol", .integer(Int128(HelloAnswer.protocolVersion)))]
        + hello
        + [
          .init("market", .list(AttemptMessage.market.map(\.json))),
          .init("request", .list(LearnerAnswer.requestFields.map(\.json))),
          .init("candidate", .list(LearnerAnswer.candidateFields.map(\.json))),
          .init("bounds", .list(ChoiceBounds.names.map { .text($0) })),
        ])
    try pipe.send(Array((message.compact + "\n").utf8))
    guard let text = try pipe.line() else { return false }
    let answer: LearnerAnswer
    do throws(AnswerFault) { answer = try LearnerAnswer(text) } catch {
      throw .badAnswer(text, error.sentence)
    }
    frame = LearnerFrame(
      figures: answer.figures.count, heading: AttemptMessage.market.count + answer.request.count,
      fields: answer.candidate.count, places: answer.places)
    terms = answer
    return true
  }

  /// The names of the figures that it wants; empty before it was greeted.
  public var figureNames: [String] { terms?.figures ?? [] }
  /// The interval at which it wants them while a run is under way; nil for at its end alone.
  public var reviewInterval: Milliseconds? { terms?.reviewInterval }
  public var wantsFingerprint: Bool { terms?.wantsFingerprint ?? false }

  /// The seed and the replication of the episode that it begins next; nil where it has gone.
  ///
  /// - Throws: `LearnerError`.
  public func nextEpisode() throws(LearnerError) -> (seed: UInt64, replication: UInt64)? {
    figures = Array(repeating: .nan, count: figureNames.count)
    if let begun = pending {
      pending = nil
      return begun
    }
    switch try pipe.message() {
    case nil: return nil
    case .begin(let seed, let replication): return (seed, replication)
    case .choose, .bound: throw .badAnswer("a decision", "there is nothing to decide; begin an episode first")
    }
  }

  /// The policy by which it decides the run `subject`.
  public func policy(in subject: PolicySubject) -> any Policy {
    LearnerPolicy(learner: self, subject: subject)
  }

  /// Takes note of the figures so far, at the places of `figureNames`; nil of those that do not apply.
  public func take(_ values: [Double?]) { figures = values.map { $0 ?? .nan } }

  /// Tells it that the episode has ended with the figures `values`, and what else is `known` of it.
  ///
  /// - Throws: `LearnerError`.
  public func end(_ values: [Double?], _ known: JSON) throws(LearnerError) {
    take(values)
    let text = Array(known.compact.utf8)
    frame.begin(endBefore: text.count)
    frame.put(figures)
    try pipe.send(frame.bytes + text)
  }

  /// Returns what it decides for `attempt`, whose `candidates` are told in ascending order of driver id: those of least
  /// cost, if there are more than places.
  ///
  /// - Throws: `LearnerError`.
  func choice(
    among candidates: [Candidate], of attempt: Attempt, in subject: PolicySubject
  ) throws(LearnerError) -> Candidate? {
    guard let terms else { throw .badAnswer("nothing", "greet the learner first") }
    let told = candidates.count <= terms.places ? candidates : Self.cheapest(terms.places, of: candidates)
    tell(AttemptMessage(attempt: attempt, subject: subject), told, of: candidates.count, terms)
    try pipe.send(frame.bytes)
    switch try pipe.message() {
    case nil: throw .gone
    case .begin(let seed, let replication):
      pending = (seed, replication)
      throw .beginsAnew(seed: seed, replication: replication)
    case .choose(nil): return nil
    case .choose(let place?):
      guard told.indices.contains(place) else {
        throw .badAnswer("\(place)", "answer with a place from 0 to \(told.count - 1), or with −1 for nobody")
      }
      return told[place]
    case .bound(let values):
      do throws(AnswerFault) {
        return try ChoiceBounds(values, widest: attempt.fleet.terms.radius)
          .choice(among: candidates, in: attempt)
      } catch {
        throw .badAnswer(values.map(JSON.shortest).joined(separator: ", "), error.sentence)
      }
    }
  }

  private func tell(
    _ attempt: AttemptMessage, _ candidates: [Candidate], of count: Int, _ terms: LearnerAnswer
  ) {
    frame.begin(attemptOf: count)
    frame.put(figures)
    var place = 0
    for fields in [AttemptMessage.market, terms.request] {
      for field in fields {
        frame.put(field.value(attempt).number, heading: place)
        place += 1
      }
    }
    for (place, candidate) in candidates.enumerated() {
      let row = CandidateMessage(candidate: candidate, attempt: attempt)
      for (number, field) in terms.candidate.enumerated() {
        frame.put(field.value(row).number, of: place, field: number)
      }
    }
  }

  /// The `count` of `candidates` of least cost, of equals those of lower ids, in their order.
  private static func cheapest(_ count: Int, of candidates: [Candidate]) -> [Candidate] {
    let order = candidates.indices.sorted { (candidates[$0].cost, $0) < (candidates[$1].cost, $1) }
    return order.prefix(count).sorted().map { candidates[$0] }
  }
}

/// The policy that a learner decides by in one run.
private struct LearnerPolicy: Policy {
  let name = "learner"
  let learner: Learner
  let subject: PolicySubject

  func choose(for attempt: inout Attempt) throws -> Candidate? {
    let candidates = attempt.candidates()
    guard !candidates.isEmpty else { return nil }
    return try learner.choice(among: candidates, of: attempt, in: subject)
  }
}
