import JSON5
import Quantities

/// The fault of an answer, and what would be right.
struct AnswerFault: Error {
  let sentence: String
  init(_ sentence: String) { self.sentence = sentence }
}

extension JSON {
  /// Reads the answer `text`, an object that has none but the `known` members.
  init(answer text: String, known: [String], right: String) throws(AnswerFault) {
    guard let json = JSON(parsing: text), let members = json.members else {
      throw AnswerFault("that is no object in JSON; answer as \(right)")
    }
    if let other = members.first(where: { !known.contains($0.key) }) {
      throw AnswerFault("`\(other.key)` is no member of an answer; answer as \(right)")
    }
    self = json
  }
}

/// The answer of a process to the first message: what it wants to be told.
struct HelloAnswer {
  static let protocolVersion = 1

  let request: [KeyedField<AttemptMessage>]
  let candidate: [KeyedField<CandidateMessage>]
  /// True if attempts without candidates are sent.
  let withoutCandidates: Bool
  /// True if the cars that stand are sent with attempts.
  let standing: Bool
  /// The names of the parameters that it takes.
  let parameters: [String]
  /// The reason it does not take the values that it was given; nil where it does.
  let refusal: String?

  /// Reads the answer to a hello that told of walks or did not; they may be asked for in either case, so that one policy serves
  /// scenarios with walking and without.
  init(_ text: String, walks: Bool) throws(AnswerFault) {
    let json = try JSON(
      answer: text,
      known: ["protocol", "without_candidates", "standing", "request", "candidate", "parameters", "refused"],
      right: "{\"protocol\": \(Self.protocolVersion)}")
    guard json["protocol"]?.whole == Self.protocolVersion else {
      throw AnswerFault(
        "this program speaks protocol \(Self.protocolVersion); answer as {\"protocol\": \(Self.protocolVersion)}"
      )
    }
    withoutCandidates = try Self.flag(json, "without_candidates")
    standing = try Self.flag(json, "standing")
    parameters = try Self.names(json["parameters"])
    switch json["refused"] ?? .null {
    case .null: refusal = nil
    case .text(let sentence): refusal = sentence
    default: throw AnswerFault("`refused` is no text; say in words why the parameters are refused")
    }
    request = KeyedField.list(
      try Self.chosen(json["request"], "request", of: AttemptMessage.fields) ?? AttemptMessage.fields)
    candidate = KeyedField.list(
      try Self.chosen(json["candidate"], "candidate", of: CandidateMessage.fields(walks: true))
        ?? CandidateMessage.fields(walks: walks))
  }

  /// The truth value that is called `name`; false where nothing is said.
  private static func flag(_ json: JSON, _ name: String) throws(AnswerFault) -> Bool {
    guard case .boolean(let value) = json[name] ?? .boolean(false) else {
      throw AnswerFault("`\(name)` is no truth value; answer true or false")
    }
    return value
  }

  /// The names in a list; none where nothing is said.
  private static func names(_ list: JSON?) throws(AnswerFault) -> [String] {
    guard let list else { return [] }
    guard let names = list.items?.compactMap(\.words), names.count == list.items?.count else {
      throw AnswerFault(
        "`parameters` is no list of names; answer with those that are taken, as in \"parameters\": [\"alpha\"]"
      )
    }
    return names
  }

  /// The fields that are wanted, in their own order; nil where nothing is said.
  static func chosen<Row>(
    _ wanted: JSON?, _ member: String, of fields: [MessageField<Row>]
  ) throws(AnswerFault) -> [MessageField<Row>]? {
    guard let wanted else { return nil }
    guard let names = wanted.items?.map(\.words) else {
      throw AnswerFault(
        "`\(member)` is no list of fields; name some of those of hello, or leave it out for all")
    }
    for name in names where !fields.contains(where: { $0.name == name }) {
      throw AnswerFault(
        "\(name.map { "`\($0)`" } ?? "what is no text") is no field of a \(member); name some of those of hello"
      )
    }
    return fields.filter { names.contains($0.name) }
  }
}

/// The answer of a process to an attempt.
struct ChoiceAnswer {
  /// The driver, as messages call them; nil for none.
  let driver: String?
  /// The bounds that it answers with instead of a driver; nil where it names one, or nobody.
  let bounds: ChoiceBounds?
  /// The cars that it sends somewhere.
  let moves: [MoveAnswer]
  /// The explanation of its choice.
  let why: String?

  /// Reads the answer to an attempt whose candidates were found within the radius `widest`, metres.
  init(_ text: String, widest: Metres = .infinity) throws(AnswerFault) {
    let right = "{\"driver\": 17}, or {\"driver\": null} for none"
    let json = try JSON(answer: text, known: ["driver", "why", "move"] + ChoiceBounds.names, right: right)
    moves = try MoveAnswer.list(json["move"])
    bounds = try ChoiceBounds(json, widest: widest)
    switch json["driver"] {
    case nil where bounds != nil: driver = nil
    case .some where bounds != nil:
      throw AnswerFault("it names a `driver` and bounds; answer with one of them")
    case .integer(let id): driver = String(id)
    case .text(let name): driver = name
    case .null: driver = nil
    case nil: throw AnswerFault("it names no `driver`; answer as \(right)")
    default: throw AnswerFault("`driver` is neither an id nor null; answer as \(right)")
    }
    switch json["why"] ?? .null {
    case .null: why = nil
    case .text(let text): why = text
    default: throw AnswerFault("`why` is no text; leave it out, or say in words why the driver was chosen")
    }
  }
}
