import JSON5
import Matching
import Quantities
import Spaces
import Travellers

/// A fault in an answer, with its remedy.
struct AnswerFault: Error {
  let sentence: String
  init(_ sentence: String) { self.sentence = sentence }
}

extension JSON {
  /// Parses the answer `text`, an object that may contain only the members `known`.
  init(answer text: String, known: [String], right: String) throws(AnswerFault) {
    guard let json = JSON(parsing: text), let members = json.members else {
      throw AnswerFault("this is not a JSON object; answer like \(right)")
    }
    if let other = members.first(where: { !known.contains($0.key) }) {
      throw AnswerFault("`\(other.key)` is not a member of an answer; answer like \(right)")
    }
    self = json
  }
}

/// A process's answer to the first message.
protocol HelloReply {
  /// The names of the parameters that the process accepts.
  var parameters: [String] { get }
  /// The reason why the process rejects the given values; nil if it accepts them.
  var refusal: String? { get }
  /// The reason why the process cannot decide what the scenario lets it decide, with a remedy; nil if it can.
  var otherScope: String? { get }
}

/// A process's answer to the first message: the data that it requests.
struct HelloAnswer: HelloReply {
  static let protocolVersion = 1

  let request: [KeyedField<AttemptMessage>]
  let candidate: [KeyedField<CandidateMessage>]
  /// Whether attempts without candidates are sent to the process too.
  let withoutCandidates: Bool
  /// Whether messages of attempts include the idle waiting cars.
  let standing: Bool
  /// The names of the parameters that the process accepts.
  let parameters: [String]
  /// The reason why the process rejects the given values; nil if it accepts them.
  let refusal: String?
  let decides: PolicyScope

  var otherScope: String? {
    decides == .requests
      ? nil
      : "it decides windows, and the scenario lets it decide each request; give matching.policy.decides: \"windows\" and"
        + " matching.batch, such as {window_s: 10}"
  }

  /// Parses the answer to a `hello` message, which offers walking fields if `walks`. The answer may request them in
  /// either case, so that one policy serves scenarios with and without walking.
  init(_ text: String, walks: Bool) throws(AnswerFault) {
    if let json = JSON(parsing: text), json.members != nil, json["decides"] == .text("windows") {
      // Its other members are about windows.
      try Self.checkVersion(json)
      decides = .windows
      (withoutCandidates, standing, parameters, refusal) = (false, false, [], nil)
      (request, candidate) = ([], [])
      return
    }
    let json = try JSON(
      answer: text,
      known: [
        "protocol", "decides", "without_candidates", "standing", "request", "candidate", "parameters",
        "refused",
      ],
      right: "{\"protocol\": \(Self.protocolVersion)}")
    try Self.checkVersion(json)
    decides = try Self.decides(json)
    withoutCandidates = try Self.flag(json, "without_candidates")
    standing = try Self.flag(json, "standing")
    parameters = try Self.names(json["parameters"])
    refusal = try Self.refusal(json)
    request = KeyedField.list(
      try Self.chosen(json["request"], "request", of: AttemptMessage.fields) ?? AttemptMessage.fields)
    candidate = KeyedField.list(
      try Self.chosen(json["candidate"], "candidate", of: CandidateMessage.fields(walks: true))
        ?? CandidateMessage.fields(walks: walks))
  }

  /// Checks the version of the messages.
  static func checkVersion(_ json: JSON) throws(AnswerFault) {
    guard json["protocol"]?.whole == protocolVersion else {
      throw AnswerFault(
        "this program uses protocol \(protocolVersion); answer like {\"protocol\": \(protocolVersion)}")
    }
  }

  /// Returns the scope of the policy's decisions; `requests` if not given.
  static func decides(_ json: JSON) throws(AnswerFault) -> PolicyScope {
    guard let value = json["decides"] else { return .requests }
    guard let scope = value.words.flatMap(PolicyScope.init(rawValue:)) else {
      throw AnswerFault("`decides` is \(value.compact); answer \"windows\", or \"requests\"")
    }
    return scope
  }

  /// Returns the reason why the parameters are rejected; nil if not given.
  static func refusal(_ json: JSON) throws(AnswerFault) -> String? {
    switch json["refused"] ?? .null {
    case .null: return nil
    case .text(let sentence): return sentence
    default: throw AnswerFault("`refused` is not a text; give the reason why the parameters are refused")
    }
  }

  /// Returns the truth value of the member `name`; false if not given.
  static func flag(_ json: JSON, _ name: String) throws(AnswerFault) -> Bool {
    guard case .boolean(let value) = json[name] ?? .boolean(false) else {
      throw AnswerFault("`\(name)` is not a Boolean; answer true or false")
    }
    return value
  }

  /// Returns the names in `list`; empty if not given.
  static func names(_ list: JSON?) throws(AnswerFault) -> [String] {
    guard let list else { return [] }
    guard let names = list.items?.compactMap(\.words), names.count == list.items?.count else {
      throw AnswerFault(
        "`parameters` is not a list of names; answer with the accepted ones, as in \"parameters\": [\"alpha\"]"
      )
    }
    return names
  }

  /// Returns the requested fields, in the order of `fields`; nil if not given.
  static func chosen<Row>(
    _ wanted: JSON?, _ member: String, of fields: [MessageField<Row>]
  ) throws(AnswerFault) -> [MessageField<Row>]? {
    guard let wanted else { return nil }
    guard let names = wanted.items?.map(\.words) else {
      throw AnswerFault(
        "`\(member)` is not a list of fields; name fields listed in hello, or leave it out for all")
    }
    for name in names where !fields.contains(where: { $0.name == name }) {
      throw AnswerFault(
        "\(name.map { "`\($0)`" } ?? "a value that is not a text") is not a field of a \(member); name fields listed in hello"
      )
    }
    return fields.filter { names.contains($0.name) }
  }
}

/// A process's answer to an attempt.
struct ChoiceAnswer {
  /// The chosen driver, by the name used in messages; nil: no driver.
  let driver: String?
  /// The bounds given instead of a driver; nil if none are given.
  let bounds: ChoiceBounds?
  /// The orders to waiting cars.
  let moves: [MoveAnswer]
  /// The explanation of the choice.
  let why: String?

  /// Parses the answer to an attempt whose candidates were found within a radius of `widest` metres.
  init(_ text: String, widest: Metres = .infinity) throws(AnswerFault) {
    let right = "{\"driver\": 17}, or {\"driver\": null} for none"
    let json = try JSON(answer: text, known: ["driver", "why", "move"] + ChoiceBounds.names, right: right)
    moves = try MoveAnswer.list(json["move"])
    bounds = try ChoiceBounds(json, widest: widest)
    switch json["driver"] {
    case nil where bounds != nil: driver = nil
    case .some where bounds != nil:
      throw AnswerFault("it has both a `driver` and bounds; answer with one of them")
    case .integer(let id): driver = String(id)
    case .text(let name): driver = name
    case .null: driver = nil
    case nil: throw AnswerFault("it has no `driver`; answer like \(right)")
    default: throw AnswerFault("`driver` is neither an id nor null; answer like \(right)")
    }
    switch json["why"] ?? .null {
    case .null: why = nil
    case .text(let text): why = text
    default:
      throw AnswerFault("`why` is not a text; leave it out, or give the reason why the driver was chosen")
    }
  }
}

/// An order to a waiting car, in a process's answer.
struct MoveAnswer {
  /// The driver, by the name used in messages.
  let driver: String
  /// The place to which the car should drive.
  let place: Coordinates

  /// Parses the list `json`; empty if not given.
  static func list(_ json: JSON?) throws(AnswerFault) -> [Self] {
    guard let json else { return [] }
    guard let items = json.items else {
      throw AnswerFault(
        "`move` is not a list; answer as in \"move\": [{\"driver\": 17, \"x\": 500, \"y\": 250}]")
    }
    var moves: [Self] = []
    for item in items {
      let name: String? =
        switch item["driver"] {
        case .integer(let id): String(id)
        case .text(let name): name
        default: nil
        }
      guard let name, let x = item["x"]?.real, let y = item["y"]?.real, item.members?.count == 3 else {
        throw AnswerFault(
          "an element of `move` does not have the form {\"driver\": 17, \"x\": 500, \"y\": 250}")
      }
      if moves.contains(where: { $0.driver == name }) {
        throw AnswerFault("driver \(name) is moved twice; name each driver once")
      }
      moves.append(Self(driver: name, place: Coordinates(x: x, y: y)))
    }
    return moves
  }

  /// Returns the order for one of the `standing` cars, in an attempt in which the request is offered to `chosen`.
  func move(
    among standing: [DriverIndex], chosen: DriverIndex?, in attempt: Attempt, _ subject: PolicySubject
  ) throws(AnswerFault) -> CarMove {
    let fleet = attempt.fleet
    let found = standing.first { subject.driverNames.text(of: fleet.drivers[$0].id) == driver }
    guard let found else {
      throw AnswerFault(
        "driver \(driver) of `move` is not among the standing cars; request them by \"standing\": true in the answer to hello"
      )
    }
    guard found != chosen else {
      throw AnswerFault("driver \(driver) is offered the request; a moved car must be a different one")
    }
    let text = "(\(JSON.shortest(place.x)), \(JSON.shortest(place.y)))"
    guard let place = fleet.space(of: found).place(at: place) else {
      throw AnswerFault(
        "\(text), to which driver \(driver) is moved, is outside the space; give a place inside it")
    }
    let move = CarMove(found, to: place)
    guard let arrival = fleet.arrival(of: move, at: attempt.time) else {
      throw AnswerFault("there is no route for driver \(driver) to \(text); give another place")
    }
    guard arrival <= fleet.drivers[found].latestArrival else {
      throw AnswerFault(
        "driver \(driver) would be at \(text) after the end of its service; give a nearer place, or none")
    }
    return move
  }
}
