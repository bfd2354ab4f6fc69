import JSON5
import Lifecycle
import Matching
import Processes
import Quantities
import Spaces
import Tables
import Travellers

/// A policy in a child process, which is started for each run and queried at each attempt with candidates.
///
/// The messages are documented in docs/policies.md: one line of JSON out, one line of JSON in.
struct ProcessPolicy: GatheringPolicy {
  let policy: OutsidePolicy
  let command: [String]
  let subject: PolicySubject

  init(_ policy: OutsidePolicy, command: [String], _ subject: PolicySubject) {
    self.policy = policy
    self.command = command
    self.subject = subject
  }

  var name: String { policy.name }

  var gathering: (any GatheringPolicy)? { policy.decides == .windows ? self : nil }

  func begin() throws -> any Policy {
    policy.decides == .windows ? try WindowProcess(self) : try ProcessSession(self)
  }

  func choose(for attempt: inout Attempt) -> Candidate? {
    preconditionFailure("the run has not begun: `begin` must be the first message")
  }

  func choose(together attempts: inout [Attempt]) -> GatheredChoice {
    preconditionFailure("the run has not begun: `begin` must be the first message")
  }

  func error(_ problem: OutsidePolicyError.Problem) -> OutsidePolicyError {
    OutsidePolicyError(policy: name, source: command.joined(separator: " "), problem: problem)
  }

  /// Checks that the policy decides what the scenario lets it decide, and accepts the scenario's parameters and their
  /// values.
  ///
  /// - Throws: `OutsidePolicyError`.
  func check(_ hello: some HelloReply) throws(OutsidePolicyError) {
    if let sentence = hello.otherScope { throw error(.refused(sentence)) }
    let unknown = policy.refusal(byOneThatTakes: hello.parameters) {
      "answer hello with \"parameters\": [\"\($0)\"]"
    }
    if let sentence = hello.refusal.map({ "it refuses its parameters: \($0.visible)" }) ?? unknown {
      throw error(.refused(sentence))
    }
  }
}

/// The process that decides the requests of one run, one by one.
///
/// Used only by the run's thread.
final class ProcessSession: Policy, @unchecked Sendable {
  let name: String
  private let policy: ProcessPolicy
  private let talk: ProcessTalk
  private let wants: HelloAnswer
  private var message = MessageWriter()

  /// Starts the process, and exchanges the first messages.
  ///
  /// - Throws: `OutsidePolicyError`.
  init(_ policy: ProcessPolicy) throws(OutsidePolicyError) {
    self.policy = policy
    name = policy.name
    talk = try ProcessTalk(policy)
    wants = try talk.greet(Self.hello(policy.policy, policy.subject)) {
      text throws(AnswerFault) in try HelloAnswer(text, walks: policy.subject.walks)
    }
  }

  func choose(for attempt: inout Attempt) throws -> Candidate? {
    let candidates = attempt.candidates()
    guard !candidates.isEmpty || wants.withoutCandidates else { return nil }
    write(AttemptMessage(attempt: attempt, subject: policy.subject), candidates)
    let moment = OutsidePolicyError.Moment.attempt(
      request: policy.subject.requestNames.text(of: attempt.request.id), cycle: attempt.cycle,
      attempt: attempt.attempt, time: attempt.time)
    let text = try talk.answer(to: message.bytes, at: moment)
    do throws(AnswerFault) {
      let answer = try ChoiceAnswer(text, widest: attempt.fleet.terms.radius)
      attempt.remark = answer.why
      let choice =
        if let bounds = answer.bounds {
          bounds.choice(among: candidates, in: attempt)
        } else {
          try answer.driver.map { driver throws(AnswerFault) in
            try find(driver, candidates, attempt.fleet)
          }
        }
      let standing = answer.moves.isEmpty ? [] : standing(in: attempt)
      for move in answer.moves {
        attempt.moves.append(
          try move.move(among: standing, chosen: choice?.driver, in: attempt, policy.subject))
      }
      return choice
    } catch {
      throw policy.error(.badAnswer(at: moment, answer: text, error.sentence))
    }
  }

  func end() throws { try talk.end() }

  /// Returns the drivers whose cars can be repositioned; none for a probe.
  private func standing(in attempt: Attempt) -> [DriverIndex] {
    attempt.request.isProbe ? [] : attempt.fleet.standing(at: attempt.time)
  }

  private func find(_ driver: String, _ candidates: [Candidate], _ fleet: Fleet) throws(AnswerFault)
    -> Candidate
  {
    let names = policy.subject.driverNames
    func name(_ candidate: Candidate) -> String { names.text(of: fleet.drivers[candidate.driver].id) }
    if let found = candidates.first(where: { name($0) == driver }) { return found }
    let known = candidates.prefix(12).map(name).joined(separator: ", ")
    let more = candidates.count > 12 ? " and \(candidates.count - 12) more" : ""
    throw AnswerFault(
      candidates.isEmpty
        ? "there are no candidates; answer with {\"driver\": null}"
        : "driver \(driver) is not a candidate; answer with one of \(known)\(more), or with null")
  }
}

// MARK: - Messages

extension ProcessSession {
  /// Returns the first message.
  static func hello(_ policy: OutsidePolicy, _ subject: PolicySubject) -> JSON {
    .object(
      ProcessTalk.helloMembers(policy, subject) + [
        .init("request", .list(AttemptMessage.fields.map(\.json))),
        .init("candidate", .list(CandidateMessage.fields(walks: subject.walks).map(\.json))),
      ])
  }

  /// Writes the message for an attempt.
  private func write(_ row: AttemptMessage, _ candidates: [Candidate]) {
    let attempt = row.attempt
    message.begin()
    message.put(#"{"type":"attempt","time_s":"#)
    message.put(.time(attempt.time))
    message.put(#","cycle":"#)
    message.put(Int64(attempt.cycle))
    message.put(#","attempt":"#)
    message.put(Int64(attempt.attempt))
    message.put(#","random":"#)
    message.put(attempt.draw)
    message.put(#","request":{"#)
    message.put(wants.request, of: row)
    message.put(#"},"promise":{"latest_pickup_s":"#)
    message.put(.time(attempt.promise.latestPickup))
    message.put(#","latest_dropoff_s":"#)
    message.put(.time(attempt.promise.latestDropoff))
    message.put(#","max_ride_s":"#)
    message.put(.time(attempt.promise.maxRide))
    message.put(#"},"funnel":{"drivers_active":"#)
    message.put(Int64(attempt.funnel.driversActive))
    for (stage, key) in Self.stages {
      message.put(key)
      message.put(Int64(attempt.funnel[stage]))
    }
    message.put("}")
    if wants.standing { writeStanding(row) }
    message.put(#","candidates":["#)
    for (place, candidate) in candidates.enumerated() {
      message.put(place == 0 ? "{" : ",{")
      message.put(wants.candidate, of: CandidateMessage(candidate: candidate, attempt: row))
      message.put("}")
    }
    message.put("]}\n")
  }

  /// Writes the waiting cars and their places.
  private func writeStanding(_ row: AttemptMessage) {
    let fleet = row.attempt.fleet
    message.put(#","standing":["#)
    for (place, driver) in standing(in: row.attempt).enumerated() {
      let position = row.coordinates(fleet.itineraries[driver].destination.position)
      message.put(place == 0 ? #"{"driver":"# : #",{"driver":"#)
      message.put(row.subject.name(fleet.drivers[driver].id, of: row.subject.driverNames))
      message.put(#","x":"#)
      message.put(.number(position.x))
      message.put(#","y":"#)
      message.put(.number(position.y))
      message.put("}")
    }
    message.put("]")
  }

  private static let stages = Stage.allCases.map { ($0, Array(",\"\($0.column)\":".utf8)) }
}
