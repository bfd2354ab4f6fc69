import JSON5
import Lifecycle
import Matching
import Quantities

/// The answer of a learner to hello: the numbers that it wants, and the form of its answers.
struct LearnerAnswer {
  let request: [MessageField<AttemptMessage>]
  let candidate: [MessageField<PairMessage>]
  let decides: PolicyScope
  /// The number of candidates in a frame.
  let places: Int
  /// The names of the figures used as rewards.
  let figures: [String]
  /// The interval of figures during a run; nil: only at its end.
  let reviewInterval: Milliseconds?
  /// Whether the learner wants the fingerprint of each run.
  let wantsFingerprint: Bool

  /// The maximum number of candidates in a frame.
  static let mostPlaces = 4096

  init(_ text: String) throws(AnswerFault) {
    let right = "{\"protocol\": 1, \"places\": 16}"
    let json = try JSON(
      answer: text,
      known: ["protocol", "request", "candidate", "places", "figures", "review_s", "fingerprint", "decides"],
      right: right)
    guard json["protocol"]?.whole == HelloAnswer.protocolVersion else {
      throw AnswerFault("this program uses protocol \(HelloAnswer.protocolVersion); answer like \(right)")
    }
    decides = try HelloAnswer.decides(json)
    request = try HelloAnswer.chosen(json["request"], "request", of: Self.requestFields) ?? Self.requestFields
    let ofPairs = decides == .windows ? PairMessage.extras : []
    candidate =
      try HelloAnswer.chosen(json["candidate"], "candidate", of: Self.candidateFields + ofPairs)
      ?? Self.candidateFields
    switch json["places"] ?? .null {
    case .null: places = 16
    case let value:
      guard let count = value.whole, (1...Self.mostPlaces).contains(count) else {
        throw AnswerFault("`places` is \(value.compact); give a whole number from 1 to \(Self.mostPlaces)")
      }
      places = count
    }
    // A value that is not a list becomes one invalid name.
    let names = json["figures"].map { $0.items ?? [.null] } ?? []
    figures = names.compactMap(\.words)
    guard figures.count == names.count else { throw AnswerFault("`figures` is not a list of names") }
    switch json["review_s"] ?? .null {
    case .null: reviewInterval = nil
    case let value:
      guard let seconds = value.real, seconds >= 0.001, seconds < 1e10 else {
        throw AnswerFault("`review_s` is not a number of seconds; give at least 0.001, or leave it out")
      }
      reviewInterval = Milliseconds(seconds: seconds)
    }
    switch json["fingerprint"] ?? .boolean(false) {
    case .boolean(let value): wantsFingerprint = value
    default: throw AnswerFault("`fingerprint` is not a Boolean; answer true or false")
    }
  }

  /// Without ids, which are names and carry no information.
  static let requestFields = AttemptMessage.fields.filter { $0.name != "request_id" }
  static let candidateFields = PairMessage.candidateFields(
    of: CandidateMessage.fields(walks: true).map(\.name).filter { $0 != "driver" })

  /// The number of numbers before the places.
  var headingCount: Int {
    decides == .windows ? WindowHeading.fields.count : AttemptMessage.market.count + request.count
  }

  /// The number of numbers in each place: of a pair, its sides come first, and the request's follow.
  var fieldCount: Int { candidate.count + (decides == .windows ? WindowHeading.sides + request.count : 0) }
}

extension AttemptMessage {
  /// The market fields in a learner's frames, in order: the time, the promise, and the funnel counts.
  static let market: [MessageField<Self>] =
    [
      .init("time_s", "s", "The time since the scenario's start.") { .time($0.attempt.time) },
      .init("cycle", "", "The number of the cycle, from 1.") { .integer(Int64($0.attempt.cycle)) },
      .init("attempt", "", "The number of the attempt within the cycle, from 1.") {
        .integer(Int64($0.attempt.attempt))
      },
      .init("latest_pickup_s", "s", "The latest promised pickup.") {
        .time($0.attempt.promise.latestPickup)
      },
      .init("latest_dropoff_s", "s", "The latest promised drop-off.") {
        .time($0.attempt.promise.latestDropoff)
      },
      .init("max_ride_s", "s", "The maximum promised ride time.") { .time($0.attempt.promise.maxRide) },
      .init("drivers_active", "drivers", "The number of drivers under way.") {
        .integer(Int64($0.attempt.funnel.driversActive))
      },
    ]
    + Stage.allCases.map { stage in
      .init(stage.column, "drivers", stage.count) { .integer(Int64($0.attempt.funnel[stage])) }
    }
}

extension MessageValue {
  /// The value in a frame for never, or no limit.
  static let unlimited: Float = 1e9

  /// The value in a frame: −1 if unknown, as in `detour_policy.h`; for sexes 0 for `f` and 1 for `m`.
  var number: Float {
    switch self {
    case .integer(let value): Float(value)
    case .time(let time): time == .never ? Self.unlimited : Float(time.seconds)
    case .number(let value):
      value.isFinite ? Float(value) : value == .infinity ? Self.unlimited : -1
    case .flag(let value): value.map { $0 ? 1 : 0 } ?? -1
    case .text(let word): word == "m" ? 1 : 0
    case .absent: -1
    }
  }
}
