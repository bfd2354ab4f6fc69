public import Community
import Lifecycle
public import Quantities
import Statistics

/// A message about a sign-up.
public struct ShiftMessage: Sendable {
  public var request: SignUpIndex
  public var kind: MessageKind
  public var sent: Milliseconds
  public var transit: Transit
}

/// The information that volunteers are given about their places, and the times at which they know it.
///
/// Without a channel everybody knows everything at once.
struct Noticeboard {
  private var channel: Channel?
  private let isRecorded: Bool
  private(set) var messages: [ShiftMessage] = []
  /// The times at which the volunteer of each sign-up knows of the place, and has read the reminder; `.never` for not at
  /// all.
  private var told: [Milliseconds]
  private var reminded: [Milliseconds]

  init(_ rules: ShiftRules, requests: Int, random: RandomSource) {
    channel = rules.channel.map { Channel($0, random: random) }
    isRecorded = rules.recordsMessages
    told = Array(repeating: .never, count: requests)
    reminded = Array(repeating: .never, count: requests)
  }

  /// The counts of the messages until now; nil without a channel.
  var counts: MessageCounts? { channel?.counts.all }

  /// Tells `volunteer`, at `time`, that the place of `request` is confirmed.
  mutating func confirm(
    _ request: SignUpIndex, of volunteer: (index: VolunteerIndex, id: Int64), at time: Milliseconds
  ) {
    told[Int(request)] = send(.confirmation, request, to: volunteer, at: time)
  }

  /// Reminds `volunteer`, at `time`, of the place of `request`.
  mutating func remind(
    _ request: SignUpIndex, of volunteer: (index: VolunteerIndex, id: Int64), at time: Milliseconds
  ) {
    reminded[Int(request)] = send(.reminder, request, to: volunteer, at: time)
  }

  /// Tells whether the volunteer knows at `time` of the place of `request`: by the confirmation, or by the reminder.
  func knows(_ request: SignUpIndex, at time: Milliseconds) -> Bool {
    min(told[Int(request)], reminded[Int(request)]) <= time
  }

  /// Tells whether the volunteer has read the reminder of `request` at `time`.
  func isReminded(_ request: SignUpIndex, at time: Milliseconds) -> Bool { reminded[Int(request)] <= time }

  private mutating func send(
    _ kind: MessageKind, _ request: SignUpIndex, to volunteer: (index: VolunteerIndex, id: Int64),
    at time: Milliseconds
  ) -> Milliseconds {
    let transit = channel?.send(
      kind, user: UserIndex(rawValue: volunteer.index.rawValue), key: UInt64(bitPattern: volunteer.id),
      at: time)
    guard let transit else { return time }
    if isRecorded {
      messages.append(ShiftMessage(request: request, kind: kind, sent: time, transit: transit))
    }
    return transit.arrives ?? .never
  }
}

extension ShiftsMarket {
  /// The volunteer of `request`, whom messages go to.
  func addressee(of request: SignUpIndex) -> (index: VolunteerIndex, id: Int64) {
    (festival.requests[request].volunteer, volunteer(of: request).id)
  }

  /// Reminds everybody who has a place in `slot`.
  mutating func remind(_ slot: SlotIndex, at time: Milliseconds, _ desk: inout Desk) {
    for request in signUpsOfSlot[Int(slot)] where desk.phase(of: request) == .matched {
      let addressee = addressee(of: request)
      noticeboard?.remind(request, of: addressee, at: time)
    }
  }

  /// Tells the volunteer of `request` of the place that they have from now on.
  mutating func confirm(_ request: SignUpIndex, at time: Milliseconds) {
    guard noticeboard != nil else { return }
    let addressee = addressee(of: request)
    noticeboard?.confirm(request, of: addressee, at: time)
  }
}
