import Community
import Lifecycle
import Quantities
import Statistics

/// The information that volunteers are given about their places, and the times at which they know it.
///
/// Without a channel everybody knows everything at once.
struct Noticeboard {
  private var notifier: Notifier<SignUpIndex>?
  /// The times at which the volunteer of each sign-up knows of the place, and has read the reminder; `.never` for not at
  /// all.
  private var told: [Milliseconds]
  private var reminded: [Milliseconds]

  init(_ rules: ShiftRules, requests: Int, random: RandomSource) {
    notifier = rules.channel.map { Notifier($0, isRecorded: rules.recordsMessages, random: random) }
    told = Array(repeating: .never, count: requests)
    reminded = Array(repeating: .never, count: requests)
  }

  /// The counts of the messages until now; nil without a channel.
  var counts: MessageCounts? { notifier?.counts }

  /// The messages that were written down.
  var messages: [RequestMessage<SignUpIndex>] { notifier?.messages ?? [] }

  /// Tells `volunteer`, at `time`, that the place of `request` is confirmed.
  mutating func confirm(
    _ request: SignUpIndex, of volunteer: (index: VolunteerIndex, key: UInt64), at time: Milliseconds
  ) {
    told[Int(request)] = send(.confirmation, request, to: volunteer, at: time)
  }

  /// Reminds `volunteer`, at `time`, of the place of `request`.
  mutating func remind(
    _ request: SignUpIndex, of volunteer: (index: VolunteerIndex, key: UInt64), at time: Milliseconds
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
    _ kind: MessageKind, _ request: SignUpIndex, to volunteer: (index: VolunteerIndex, key: UInt64),
    at time: Milliseconds
  ) -> Milliseconds {
    let transit = notifier?.send(
      kind, of: request, to: UserIndex(rawValue: volunteer.index.rawValue),
      key: volunteer.key, at: time)
    return transit.map { $0.arrives ?? .never } ?? time
  }
}

extension ShiftsMarket {
  /// The volunteer of `request`, whom messages go to.
  func addressee(of request: SignUpIndex) -> (index: VolunteerIndex, key: UInt64) {
    (festival.requests[request].volunteer, volunteer(of: request).key)
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
