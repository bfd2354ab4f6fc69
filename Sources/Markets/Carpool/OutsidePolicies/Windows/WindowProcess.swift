import JSON5
import Matching
import Processes
import Quantities
import Travellers

/// The process that decides the windows of one run. Probes are decided as `batch` would decide them.
///
/// Used only by the run's thread.
final class WindowProcess: GatheringPolicy, @unchecked Sendable {
  let name: String
  private let policy: ProcessPolicy
  private let talk: ProcessTalk
  private let wants: WindowHello
  private var message = MessageWriter()

  /// Starts the process, and exchanges the first messages.
  ///
  /// - Throws: `OutsidePolicyError`.
  init(_ policy: ProcessPolicy) throws(OutsidePolicyError) {
    self.policy = policy
    name = policy.name
    talk = try ProcessTalk(policy)
    wants = try talk.greet(WindowHello.message(policy.policy, policy.subject)) {
      text throws(AnswerFault) in try WindowHello(text)
    }
  }

  func choose(together attempts: inout [Attempt]) throws -> GatheredChoice {
    let window = GatheredWindow(of: &attempts)
    guard let first = attempts.first, window.pairCount > 0 || wants.withoutPairs else {
      return window.choice(taking: attempts.map { _ in nil })
    }
    write(window)
    let moment = OutsidePolicyError.Moment.window(end: first.time, requests: attempts.count)
    let text = try talk.answer(to: message.bytes, at: moment)
    do throws(AnswerFault) {
      let (choice, remarks) = try WindowAnswer(text).choice(in: window, policy.subject)
      for (place, remark) in remarks.enumerated() { attempts[place].remark = remark }
      return choice
    } catch {
      throw policy.error(.badAnswer(at: moment, answer: text, error.sentence))
    }
  }

  func end() throws { try talk.end() }

  private func write(_ window: GatheredWindow) {
    let attempts = window.attempts.map { AttemptMessage(attempt: $0, subject: policy.subject) }
    message.begin()
    message.put(#"{"type":"window","time_s":"#)
    message.put(.time(attempts[0].attempt.time))
    message.put(#","random":"#)
    message.put(attempts[0].attempt.windowDraw)
    message.put(#","requests":"#)
    message.put(attempts) { message, attempt in message.put(wants.request, of: attempt) }
    message.put(#","drivers":"#)
    message.put(window.driversWithRoom) { message, driver in
      message.put(wants.driver, of: DriverMessage(driver: driver, attempt: attempts[0]))
    }
    message.put(#","pairs":"#)
    let batch = wants.wantsBatch ? window.batchPlaces : []
    let pairs = zip(window.candidates, attempts).enumerated().lazy.flatMap { row, pairs in
      pairs.0.enumerated().map { place, candidate in
        PairMessage(
          candidate: CandidateMessage(candidate: candidate, attempt: pairs.1),
          isInBatch: !batch.isEmpty && batch[row] == place)
      }
    }
    message.put(pairs) { message, pair in message.put(wants.pair, of: pair) }
    message.put("}\n")
  }
}
