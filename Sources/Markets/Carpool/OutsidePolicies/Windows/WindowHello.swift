import JSON5
import Matching
import Quantities

/// The answer to the first message from a process that decides windows: the data that it requests.
struct WindowHello: HelloReply {
  let request: [KeyedField<AttemptMessage>]
  let driver: [KeyedField<DriverMessage>]
  let pair: [KeyedField<PairMessage>]
  /// Whether windows without a feasible pair are sent to the process too.
  let withoutPairs: Bool
  let parameters: [String]
  /// The reason why the process rejects the given values; nil if it accepts them.
  let refusal: String?
  /// Whether the process decides windows; false if it decides each request.
  let decidesWindows: Bool

  var otherScope: String? {
    decidesWindows
      ? nil
      : "it decides each request, and the scenario lets it decide windows; leave out matching.policy.decides, or let it"
        + " answer hello with \"decides\": \"windows\""
  }

  /// Whether the process requests the field that holds the choice of `batch`.
  var wantsBatch: Bool { pair.contains { $0.field.name == PairMessage.inBatch } }

  init(_ text: String) throws(AnswerFault) {
    let version = HelloAnswer.protocolVersion
    let right = #"{"protocol": \#(version), "decides": "windows"}"#
    let known = [
      "protocol", "decides", "request", "driver", "pair", "without_pairs", "parameters", "refused",
    ]
    let members = JSON(parsing: text)?.members ?? []
    let ofRequests = members.contains { ["candidate", "without_candidates", "standing"].contains($0.key) }
    // A policy that decides requests may name fields that no window has.
    guard !ofRequests || JSON(parsing: text)?["decides"] == .text("windows") else {
      (request, driver, pair, withoutPairs, parameters, refusal) = ([], [], [], false, [], nil)
      decidesWindows = false
      return
    }
    let json = try JSON(answer: text, known: known, right: right)
    try HelloAnswer.checkVersion(json)
    decidesWindows = try HelloAnswer.decides(json) == .windows
    withoutPairs = try HelloAnswer.flag(json, "without_pairs")
    (parameters, refusal) = try (HelloAnswer.names(json["parameters"]), HelloAnswer.refusal(json))
    let fields = AttemptMessage.windowFields
    request = KeyedField.list(try HelloAnswer.chosen(json["request"], "request", of: fields) ?? fields)
    driver = KeyedField.list(
      try HelloAnswer.chosen(json["driver"], "driver", of: DriverMessage.fields) ?? DriverMessage.fields)
    pair = KeyedField.list(
      try HelloAnswer.chosen(json["pair"], "pair", of: PairMessage.fields)
        ?? PairMessage.fields.filter { PairMessage.standard.contains($0.name) })
  }

  /// Returns the first message to a policy that decides windows.
  static func message(_ policy: OutsidePolicy, _ subject: PolicySubject) -> JSON {
    let rules = subject.batch
    return .object(
      ProcessTalk.helloMembers(policy, subject) + [
        .init("decides", .text(PolicyScope.windows.rawValue)),
        .init(
          "batch",
          .object([
            .init("window_s", .number(rules.window.seconds)),
            .init("objective", .text(rules.objective.rawValue)),
            .init("unmatched_cost_s", .number(rules.unmatchedCost.seconds)),
            .init("commit", .text(rules.commit.rawValue)),
            .init("notice_s", .number(rules.notice.seconds)),
            .init("riders", .text(rules.riders.rawValue)),
          ])),
        .init("request", .list(AttemptMessage.windowFields.map(\.json))),
        .init("driver", .list(DriverMessage.fields.map(\.json))),
        .init("pair", .list(PairMessage.fields.map(\.json))),
      ])
  }
}
