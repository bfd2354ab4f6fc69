import JSON5
import Matching
import Processes
import Quantities
import Tables

/// The exchange of messages with the process of one run.
///
/// Used only by the run's thread.
final class ProcessTalk {
  private let policy: ProcessPolicy
  private let child: ChildProcess

  /// Starts the process of `policy`.
  ///
  /// - Throws: `OutsidePolicyError`.
  init(_ policy: ProcessPolicy) throws(OutsidePolicyError) {
    self.policy = policy
    do throws(SystemFault) {
      child = try ChildProcess(policy.command, folder: policy.subject.folder)
    } catch {
      throw policy.error(
        .notStarted(error, program: policy.command[0], folder: policy.subject.folder))
    }
  }

  /// Sends the first message, `hello`, and returns the answer as parsed by `read`.
  ///
  /// - Throws: `OutsidePolicyError` if the answer is malformed, or the policy does not fit the scenario.
  func greet<Reply: HelloReply>(
    _ hello: JSON, read: (String) throws(AnswerFault) -> Reply
  ) throws(OutsidePolicyError) -> Reply {
    let answer = try answer(to: hello, at: .hello)
    let reply: Reply
    do throws(AnswerFault) { reply = try read(answer) } catch {
      throw policy.error(.badAnswer(at: .hello, answer: answer, error.sentence))
    }
    try policy.check(reply)
    return reply
  }

  /// Returns the line with which the process replies to `message`, which must end with a line feed.
  ///
  /// - Throws: `OutsidePolicyError`.
  func answer(
    to message: [UInt8], at moment: OutsidePolicyError.Moment
  ) throws(OutsidePolicyError) -> String {
    do throws(ChildFault) {
      return String(decoding: try child.answer(to: message, within: policy.policy.timeout), as: UTF8.self)
    } catch {
      throw policy.error(.failed(at: moment, error))
    }
  }

  /// Returns the line with which the process replies to `message`.
  ///
  /// - Throws: `OutsidePolicyError`.
  func answer(to message: JSON, at moment: OutsidePolicyError.Moment) throws(OutsidePolicyError) -> String {
    try answer(to: Array((message.compact + "\n").utf8), at: moment)
  }

  /// Ends the process.
  ///
  /// - Throws: `OutsidePolicyError`.
  func end() throws(OutsidePolicyError) {
    do throws(ChildFault) {
      try child.finish(
        saying: Array(#"{"type":"end"}"#.utf8) + [UInt8(ascii: "\n")], within: policy.policy.timeout)
    } catch {
      throw policy.error(.failed(at: .end, error))
    }
  }

  /// Returns the members of the first message that are common to all policies.
  static func helloMembers(_ policy: OutsidePolicy, _ subject: PolicySubject) -> [JSON.Member] {
    [
      .init("type", .text("hello")), .init("protocol", .integer(Int128(HelloAnswer.protocolVersion))),
      .init("scenario", .text(subject.scenario)), .init("seed", .integer(Int128(subject.seed))),
      .init("replication", .integer(Int128(subject.replication))),
      .init("coordinates", .text(subject.geometry == .globe ? "degrees" : "metres")),
      .init("parameters", policy.parametersJSON),
    ]
  }
}
