public import JSON5
public import Matching
public import Quantities
import Travellers

/// A connection through pipes to a learner, which starts episodes, receives their attempts as numbers, and decides
/// them.
///
///     let learner = Learner(input: STDIN_FILENO, output: STDOUT_FILENO)
///     guard try learner.greet(hello) else { return }
///     while let episode = try learner.nextEpisode() {
///       setup.policy = learner.policy(in: subject)         // of the run of that seed and replication
///       try learner.end([0.62], .object([]))
///     }
///
/// An episode is a run with the learner as its policy; the same decisions give the same results. The messages are
/// documented in docs/policies.md. Not thread-safe: use it from one thread at a time.
public final class Learner: @unchecked Sendable {
  let pipe: LearnerPipe
  private(set) var terms: LearnerAnswer?
  var frame = LearnerFrame(figures: 0, heading: 0, fields: 0, places: 0)
  var pending: (seed: UInt64, replication: UInt64)?
  private(set) var figures: [Double] = []

  /// Creates the connection to a learner that writes to `input` and reads from `output`; these file descriptors are not
  /// closed.
  public init(input: Int32, output: Int32) { pipe = LearnerPipe(input: input, output: output) }

  /// Sends the available fields, together with the members of `hello`, and reads which of them the learner chooses.
  /// Returns false if the learner has disconnected.
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
          .init("window", .list(WindowHeading.fields.map(\.json))),
          .init("pair", .list(PairMessage.extras.map(\.json))),
          .init("bounds", .list(ChoiceBounds.names.map { .text($0) })),
        ])
    try pipe.send(Array((message.compact + "\n").utf8))
    guard let text = try pipe.line() else { return false }
    let answer: LearnerAnswer
    do throws(AnswerFault) { answer = try LearnerAnswer(text) } catch {
      throw .badAnswer(text, error.sentence)
    }
    frame = LearnerFrame(
      figures: answer.figures.count, heading: answer.headingCount, fields: answer.fieldCount,
      places: answer.places)
    terms = answer
    return true
  }

  /// The names of the figures chosen by the learner; empty before the greeting.
  public var figureNames: [String] { terms?.figures ?? [] }
  /// The interval at which figures are computed during a run; nil: only at the end.
  public var reviewInterval: Milliseconds? { terms?.reviewInterval }
  /// Whether the learner decides windows instead of attempts.
  public var decidesWindows: Bool { terms?.decides == .windows }
  public var wantsFingerprint: Bool { terms?.wantsFingerprint ?? false }

  /// Returns the seed and the replication of the next episode; nil if the learner has disconnected.
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
    case .choose, .bound, .take:
      throw .badAnswer("a decision", "there is nothing to decide; begin an episode first")
    }
  }

  /// Returns the policy that lets the learner decide the run `subject`.
  public func policy(in subject: PolicySubject) -> any Policy {
    decidesWindows
      ? WindowLearner(learner: self, subject: subject) : LearnerPolicy(learner: self, subject: subject)
  }

  /// Stores the current figures, in the order of `figureNames`; nil for figures that are not applicable.
  public func take(_ values: [Double?]) { figures = values.map { $0 ?? .nan } }

  /// Sends the end of the episode, with the figures `values` and the further data `known`.
  ///
  /// - Throws: `LearnerError`.
  public func end(_ values: [Double?], _ known: JSON) throws(LearnerError) {
    take(values)
    let text = Array(known.compact.utf8)
    frame.begin(endBefore: text.count)
    frame.put(figures)
    try pipe.send(frame.bytes + text)
  }

  /// Returns the learner's decision for `attempt`; `candidates` are sent in ascending order of driver id; if the frame
  /// has too few places, only the cheapest are sent.
  ///
  /// - Throws: `LearnerError`.
  func choice(
    among candidates: [Candidate], of attempt: Attempt, in subject: PolicySubject
  ) throws(LearnerError) -> Candidate? {
    guard let terms else { throw .badAnswer("nothing", "send hello to the learner first") }
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
        throw .badAnswer(
          "\(place)", "answer with a place from 0 to \(told.count - 1), or with −1 for no driver")
      }
      return told[place]
    case .bound(let values):
      do throws(AnswerFault) {
        return try ChoiceBounds(values, widest: attempt.fleet.terms.radius)
          .choice(among: candidates, in: attempt)
      } catch {
        throw .badAnswer(values.map(JSON.shortest).joined(separator: ", "), error.sentence)
      }
    case .take:
      throw .badAnswer("pairs", "an attempt is decided by a place or by bounds; pairs belong to windows")
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
      let row = PairMessage(
        candidate: CandidateMessage(candidate: candidate, attempt: attempt), isInBatch: false)
      for (number, field) in terms.candidate.enumerated() {
        frame.put(field.value(row).number, of: place, field: number)
      }
    }
  }

  /// Returns the `count` cheapest of `candidates`, in their original order; ties go to the lower driver id.
  private static func cheapest(_ count: Int, of candidates: [Candidate]) -> [Candidate] {
    let order = candidates.indices.ordered { (candidates[$0].cost, $0) < (candidates[$1].cost, $1) }
    return order.prefix(count).ordered().map { candidates[$0] }
  }
}

/// The policy of a learner in one run.
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

/// A frame sent to a learner: little-endian, with the same length in all episodes of the learner.
///
///     int32 kind          0 an attempt, 1 the end of the episode
///     int32 count         the candidates of the attempt, those without a place among them; at the end the bytes of JSON that follow
///     float64 figures[]   as they were last taken; not a number where they do not apply
///     float32 market[], request[], candidates[places][fields]   zero where there is none
struct LearnerFrame {
  private(set) var bytes: [UInt8]
  private let figures: Int
  private let heading: Int
  private let fields: Int

  /// Creates a frame with room for `figures` figures, `heading` values of market and request, and `places` candidates
  /// with `fields` values each.
  init(figures: Int, heading: Int, fields: Int, places: Int) {
    (self.figures, self.heading, self.fields) = (figures, heading, fields)
    bytes = Array(repeating: 0, count: 8 + 8 * figures + 4 * (heading + fields * places))
  }

  /// Starts the frame of an attempt with `count` candidates, whose values are filled in later.
  mutating func begin(attemptOf count: Int) {
    bytes.withUnsafeMutableBytes { _ = $0[8...].initializeMemory(as: UInt8.self, repeating: 0) }
    put(Int32(0), at: 0)
    put(Int32(clamping: count), at: 4)
  }

  /// Starts the frame for the end of the episode, which is followed by `count` bytes.
  mutating func begin(endBefore count: Int) {
    begin(attemptOf: count)
    put(Int32(1), at: 0)
  }

  mutating func put(_ values: [Double]) {
    for (place, value) in values.enumerated() { put(value.bitPattern, at: 8 + 8 * place) }
  }

  /// Sets the market or request value at index `place` to `value`.
  mutating func put(_ value: Float, heading place: Int) {
    put(value.bitPattern, at: 8 + 8 * figures + 4 * place)
  }

  /// Sets field `field` of the candidate at `place` to `value`.
  mutating func put(_ value: Float, of place: Int, field: Int) {
    put(value, heading: heading + place * fields + field)
  }

  private mutating func put(_ word: some FixedWidthInteger, at place: Int) {
    bytes.withUnsafeMutableBytes {
      $0.storeBytes(of: word.littleEndian, toByteOffset: place, as: type(of: word))
    }
  }
}
