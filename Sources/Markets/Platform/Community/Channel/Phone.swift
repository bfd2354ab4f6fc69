import Quantities
import Statistics

/// The alternating periods in which a phone is online and offline, drawn as far as they are needed.
///
/// The phone is taken to have been in use for a long time when the run begins, so that the expected share of phones
/// online is the same at every moment: mean online ÷ (mean online + mean offline).
///
/// - Complexity: a query costs one draw for each period passed; a query about the distant past repeats all draws.
struct Phone {
  /// The generator of the periods, positioned after the last of `changes`.
  private var draws: KeyedGenerator
  private let online: Law
  private let offline: Law
  /// The times at which the phone goes online or offline, in order; the last is after all times queried so
  /// far.
  private var changes: [Milliseconds] = []
  /// Whether the phone is online before the first of `changes`, and from when this is known.
  private var isOnlineAtFirst = false
  private var start = Milliseconds.zero

  /// The number of changes kept: queries are about times near the present.
  private static let kept = 64

  init(online: Law, offline: Law, draws: KeyedGenerator) {
    self.online = online
    self.offline = offline
    self.draws = draws
    begin()
  }

  /// A period in which the phone is either online or offline; the end is not included.
  struct Period: Equatable {
    var isOnline: Bool
    var from: Milliseconds
    var until: Milliseconds
  }

  /// Returns the period that contains `time`; times before the run belong to the first period.
  mutating func period(at time: Milliseconds) -> Period {
    if start > time, start != .zero {
      draws.restart()
      begin()
    }
    while let last = changes.last, last <= time { append(after: last) }
    let place = changes.partitioningIndex { $0 > time }
    return Period(
      isOnline: isOnlineAtFirst == place.isMultiple(of: 2), from: place == 0 ? start : changes[place - 1],
      until: changes[place])
  }

  /// Draws the period in which the run begins.
  private mutating func begin() {
    let share = online.mean / (online.mean + offline.mean)
    start = .zero
    isOnlineAtFirst = draws.happens(withProbability: share)
    let law = isOnlineAtFirst ? online : offline
    changes = [Milliseconds(seconds: min(law.residual(&draws), 1e9))]
  }

  private mutating func append(after last: Milliseconds) {
    if changes.count == Self.kept {
      // Drops an even number, so that the phone's state before the first stays the same.
      let dropped = Self.kept / 2
      start = changes[dropped - 1]
      changes.removeFirst(dropped)
    }
    let law = isOnlineAtFirst == changes.count.isMultiple(of: 2) ? online : offline
    changes.append(last.saturatingAdd(max(Milliseconds(1), law.span(&draws))))
  }
}
