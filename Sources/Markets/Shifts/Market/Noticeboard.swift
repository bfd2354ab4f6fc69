import Community
import Lifecycle
import Quantities
import Statistics

/// The messages to volunteers about their places, and the times at which they arrive.
///
/// Without a channel, volunteers learn of their places immediately.
struct Noticeboard {
  private var notifier: Notifier<SignUpIndex>?
  /// The times at which the volunteer of each sign-up learns of the place, and at which they read the reminder;
  /// `.never` if they do not.
  private var told: [Milliseconds]
  private var reminded: [Milliseconds]

  init(_ rules: ShiftRules, requests: Int, random: RandomSource) {
    notifier = rules.fields.channel.map { Notifier($0, isRecorded: rules.recordsMessages, random: random) }
    told = Array(repeating: .never, count: requests)
    reminded = Array(repeating: .never, count: requests)
  }

  /// The message counts so far; nil if no channel is simulated.
  var counts: MessageCounts? { notifier?.counts }

  /// The recorded messages.
  var messages: [RequestMessage<SignUpIndex>] { notifier?.messages ?? [] }

  /// Sends `volunteer` the confirmation of the place of `request` at `time`.
  mutating func confirm(
    _ request: SignUpIndex, of volunteer: (index: VolunteerIndex, key: UInt64), at time: Milliseconds
  ) {
    told[Int(request)] = send(.confirmation, request, to: volunteer, at: time)
  }

  /// Sends `volunteer` a reminder of the place of `request` at `time`.
  mutating func remind(
    _ request: SignUpIndex, of volunteer: (index: VolunteerIndex, key: UInt64), at time: Milliseconds
  ) {
    reminded[Int(request)] = send(.reminder, request, to: volunteer, at: time)
  }

  /// Notifies `volunteer` at `time` that zones are open, and returns the time of receipt; `.never` if the message is
  /// lost.
  mutating func tellOfZones(
    _ request: SignUpIndex, of volunteer: (index: VolunteerIndex, key: UInt64), at time: Milliseconds
  ) -> Milliseconds {
    send(.zonesOpen, request, to: volunteer, at: time)
  }

  /// Returns the time at which the volunteer of `request` learns of the place from the last confirmation.
  func told(of request: SignUpIndex) -> Milliseconds { told[Int(request)] }

  /// Returns whether the volunteer knows of the place of `request` at `time`, from the confirmation or the reminder.
  func knows(_ request: SignUpIndex, at time: Milliseconds) -> Bool {
    min(told[Int(request)], reminded[Int(request)]) <= time
  }

  /// Returns whether the volunteer has read the reminder of `request` by `time`.
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

extension ShiftsCore {
  /// Returns the volunteer of `request`, who receives its messages.
  func addressee(of request: SignUpIndex) -> (index: VolunteerIndex, key: UInt64) {
    (festival.requests[request].volunteer, volunteer(of: request).key)
  }

  /// Sends a reminder to every volunteer with a place in `slot`.
  mutating func remind(_ slot: SlotIndex, at time: Milliseconds, _ desk: inout ShiftsMarket.Desk) {
    for request in signUpsOfSlot[Int(slot)] where desk.phase(of: request) == .matched {
      let addressee = self.addressee(of: request)
      noticeboard?.remind(request, of: addressee, at: time)
    }
  }

  /// Sends the volunteer of `request` the confirmation of their new place.
  mutating func confirm(_ request: SignUpIndex, at time: Milliseconds) {
    guard noticeboard != nil else { return }
    let addressee = self.addressee(of: request)
    noticeboard?.confirm(request, of: addressee, at: time)
  }
}
