import Quantities
import Statistics

/// The periods at which one phone is online: by turns, drawn as far as somebody asks.
///
/// The periods are those of a phone that has long been in use when the run begins, so that the share of phones online is
/// the same at every moment: mean online ÷ (mean online + mean offline).
///
/// - Complexity: a question costs one draw for each period that passes; one about a time long past draws all anew.
struct Phone {
  /// The draws of the periods; they stand behind the last of `changes`.
  private var draws: KeyedGenerator
  private let online: Law
  private let offline: Law
  /// The times at which the phone goes on or off, in order; the last lies behind all times asked for.
  private var changes: [Milliseconds] = []
  /// True if it is online before the first of `changes`, and the time from when that is known.
  private var isOnlineAtFirst = false
  private var start = Milliseconds.zero

  /// The number of changes that are kept: what is asked lies near the present.
  private static let kept = 64

  init(online: Law, offline: Law, draws: KeyedGenerator) {
    self.online = online
    self.offline = offline
    self.draws = draws
    begin()
  }

  /// A time in which the phone is either online or offline, without the end.
  struct Period: Equatable {
    var isOnline: Bool
    var from: Milliseconds
    var until: Milliseconds
  }

  /// The period that `time` lies in; what is before the run belongs to the first.
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
      // An even number of them, so that the phone is before the first as it was.
      let dropped = Self.kept / 2
      start = changes[dropped - 1]
      changes.removeFirst(dropped)
    }
    let law = isOnlineAtFirst == changes.count.isMultiple(of: 2) ? online : offline
    changes.append(last.saturatingAdd(max(Milliseconds(1), law.span(&draws))))
  }
}
