public import Quantities

/// An alternating renewal process: periods by turns on and off, such as those of a phone, or of a service that fails and is
/// repaired.
///
/// The process has long been running at time 0, so that it is on with the same probability at every moment: mean time on ÷
/// (mean time on + mean time off). Cox 1962, Renewal Theory, section 7.
///
/// - Complexity: A call takes one draw for each period that passes; a call about a time long past draws all periods again.
public struct Alternation: Sendable {
  /// The draws of the periods; they stand behind the last of `changes`.
  private var draws: KeyedGenerator
  private let on: Law
  private let off: Law
  /// The times at which it goes on or off, in order; the last lies behind all times asked for.
  private var changes: [Milliseconds] = []
  /// True if it is on before the first of `changes`, and the time from when that is known.
  private var isOnAtFirst = false
  private var start = Milliseconds.zero

  /// The number of changes that are kept; calls are about times near the present.
  private static let kept = 64

  /// Creates the process with the laws of its periods, in seconds.
  ///
  /// - Precondition: Both means are positive.
  public init(on: Law, off: Law, draws: KeyedGenerator) {
    self.on = on
    self.off = off
    self.draws = draws
    begin()
  }

  /// A time that is on or off throughout, without its end.
  public struct Period: Equatable, Sendable {
    public var isOn: Bool
    public var from: Milliseconds
    public var until: Milliseconds
  }

  /// Returns the period that `time` lies in; times before 0 belong to the first.
  public mutating func period(at time: Milliseconds) -> Period {
    if start > time, start != .zero {
      draws.restart()
      begin()
    }
    while let last = changes.last, last <= time { append(after: last) }
    let place = changes.partitioningIndex { $0 > time }
    return Period(
      isOn: isOnAtFirst == place.isMultiple(of: 2), from: place == 0 ? start : changes[place - 1],
      until: changes[place])
  }

  /// Draws the period in which the run begins.
  private mutating func begin() {
    let share = on.mean / (on.mean + off.mean)
    start = .zero
    isOnAtFirst = draws.happens(withProbability: share)
    let law = isOnAtFirst ? on : off
    changes = [Milliseconds(seconds: min(law.residual(&draws), 1e9))]
  }

  private mutating func append(after last: Milliseconds) {
    if changes.count == Self.kept {
      // An even number of them, so that the state before the first stays as it was.
      let dropped = Self.kept / 2
      start = changes[dropped - 1]
      changes.removeFirst(dropped)
    }
    let law = isOnAtFirst == changes.count.isMultiple(of: 2) ? on : off
    changes.append(last.saturatingAdd(max(Milliseconds(1), law.span(&draws))))
  }
}
