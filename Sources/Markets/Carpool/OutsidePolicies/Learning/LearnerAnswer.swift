import Glibc
import JSON5
import Lifecycle
import Matching
import Processes
import Quantities
public import Tables

/// A learner's answer to `hello`: the values that it requests, and the form of its further answers.
struct LearnerAnswer {
  let request: [MessageField<AttemptMessage>]
  let candidate: [MessageField<PairMessage>]
  let decides: PolicyScope
  /// The number of candidates for which a frame has room.
  let places: Int
  /// The names of the figures that the learner requests, typically for use as rewards.
  let figures: [String]
  /// The interval at which figures are computed during a run; nil: only at the end.
  let reviewInterval: Milliseconds?
  /// Whether the learner requests the fingerprint of each run.
  let wantsFingerprint: Bool

  /// The maximum number of candidates for which a frame may have room.
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

  /// The request fields, except the id, which carries no information.
  static let requestFields = AttemptMessage.fields.filter { $0.name != "request_id" }
  static let candidateFields = PairMessage.candidateFields(
    of: CandidateMessage.fields(walks: true).map(\.name).filter { $0 != "driver" })

  /// The number of market and request values, which precede the candidates.
  var headingCount: Int {
    decides == .windows ? WindowHeading.fields.count : AttemptMessage.market.count + request.count
  }

  /// The number of values per candidate; for a pair, this includes the values that identify its sides, which come
  /// first, and the fields of its request.
  var fieldCount: Int { candidate.count + (decides == .windows ? WindowHeading.sides + request.count : 0) }
}

extension AttemptMessage {
  /// The market fields in a learner's frames, in order: the time, the cycle and the attempt, the promise, and the
  /// funnel counts.
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
  /// The value in a frame for "never" or "no limit".
  static let unlimited: Float = 1e9

  /// The value as a number in a frame: −1 if unknown, as in `detour_policy.h`; for sexes, 0 for `f` and 1 for `m`.
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

/// The pipes to and from a learner, which sends a line and then messages of fixed length, and receives lines and
/// frames.
///
/// Not thread-safe: use it from one thread at a time.
final class LearnerPipe {
  private let input: Int32
  private let output: Int32
  /// The maximum length of a line, in bytes.
  private static let longestLine = 1 << 20

  init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  /// Reads the next line, without its line feed; nil if the learner has disconnected.
  ///
  /// The bytes after the line are not read, because they belong to the next message.
  func line() throws(LearnerError) -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while bytes.count < Self.longestLine {
      let count = try withUnsafeMutableBytes(of: &byte) { room throws(LearnerError) in try take(into: room) }
      guard count > 0 else { return nil }
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    throw .badAnswer(
      String(decoding: bytes.prefix(80), as: UTF8.self), "a line is too long; answer hello first")
  }

  /// Reads the next message; nil if the learner has disconnected.
  func message() throws(LearnerError) -> LearnerMessage? {
    var words: (UInt64, UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0, 0)
    let taken = try withUnsafeMutableBytes(of: &words) { room throws(LearnerError) in try fill(room) }
    guard taken else { return nil }
    let message = try LearnerMessage(
      UInt64(littleEndian: words.0), [words.1, words.2, words.3, words.4].map { UInt64(littleEndian: $0) })
    guard case .take(let places) = message else { return message }
    // The places of the taken pairs follow the words.
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 4 * places.count, alignment: 4)
    defer { room.deallocate() }
    guard try fill(room) else { return nil }
    return .take(room.bindMemory(to: Int32.self).map { Int(Int32(littleEndian: $0)) })
  }

  /// Reads data until `room` is full; returns false if the learner has disconnected.
  private func fill(_ room: UnsafeMutableRawBufferPointer) throws(LearnerError) -> Bool {
    var taken = 0
    while taken < room.count {
      let count = try take(into: UnsafeMutableRawBufferPointer(rebasing: room[taken...]))
      guard count > 0 else { return false }
      taken += count
    }
    return true
  }

  /// Sends all of `bytes`.
  func send(_ bytes: [UInt8]) throws(LearnerError) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.write(output, $0.baseAddress! + sent, $0.count - sent) }
      if count >= 0 {
        sent += count
      } else if errno == EPIPE {
        throw .gone
      } else if errno != EINTR {
        throw .unreachable(SystemFault(number: errno))
      }
    }
  }

  /// Waits for data, reads it into `room`, and returns the number of bytes read; 0 at the end of the input.
  private func take(into room: UnsafeMutableRawBufferPointer) throws(LearnerError) -> Int {
    while true {
      let count = Glibc.read(input, room.baseAddress, room.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw .unreachable(SystemFault(number: errno)) }
    }
  }
}

/// A message from a learner.
enum LearnerMessage {
  /// The start of an episode, which also ends the current one.
  case begin(seed: UInt64, replication: UInt64)
  /// The index of the chosen candidate among the candidates sent; nil: none.
  case choose(Int?)
  /// The bounds, in the order of `ChoiceBounds.names`; an infinite value: no bound.
  case bound([Double])
  /// The indices of the chosen pairs among the pairs sent.
  case take([Int])

  init(_ kind: UInt64, _ words: [UInt64]) throws(LearnerError) {
    switch kind {
    case 1: self = .begin(seed: words[0], replication: words[1])
    case 2:
      let place = Int64(bitPattern: words[0])
      self = .choose(place < 0 ? nil : Int(place))
    case 3: self = .bound(words.map { Double(bitPattern: $0) })
    case 4:
      guard words[0] <= UInt64(LearnerAnswer.mostPlaces) else {
        throw .badAnswer(
          "\(words[0]) pairs", "take at most \(LearnerAnswer.mostPlaces), the maximum per frame")
      }
      self = .take(Array(repeating: 0, count: Int(words[0])))
    default:
      throw .badAnswer(
        "\(kind)",
        "a message begins with 1 (begin), 2 (choose), 3 (bounds) or 4 (pairs), as docs/policies.md says")
    }
  }
}

/// The reason why communication with a learner failed.
public enum LearnerError: Error, Hashable, Sendable {
  /// The learner closed its pipe before the current run had ended.
  case gone
  /// The learner started a new episode before the current one had ended.
  case beginsAnew(seed: UInt64, replication: UInt64)
  /// The learner's answer was invalid; the second value names the fault and the remedy.
  case badAnswer(String, String)
  /// The pipe failed.
  case unreachable(SystemFault)
}

extension LearnerError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .gone: "the learner has closed its pipe"
    case .beginsAnew(let seed, let replication):
      "the learner started a new episode (seed \(seed), replication \(replication)) before the current one had ended"
    case .badAnswer(let answer, let sentence):
      "the learner answered \(ChildFault.Kind.quoted(answer)); \(sentence)"
    case .unreachable(let fault): "the learner's pipe failed (\(fault))"
    }
  }
}
