public import Quantities

/// An alternating renewal process: alternating on and off periods, such as those of a phone, or of a service that fails
/// and is repaired.
///
/// The process is in equilibrium at time 0, so it is on with the same probability at every moment: mean time on ÷ (mean
/// time on + mean time off). Cox 1962, Renewal Theory, section 7.
///
/// - Complexity: one draw for each period passed; a call for a time long past redraws all periods.
public struct Alternation: Sendable {
  /// The stream of the period draws, positioned after the last of `changes`.
  private var draws: KeyedGenerator
  private let on: Law
  private let off: Law
  /// The times at which the process switches on or off, in order; the last is after all times queried.
  private var changes: [Milliseconds] = []
  /// Whether the process is on before the first of `changes`, and the time from which this is known.
  private var isOnAtFirst = false
  private var start = Milliseconds.zero

  /// The maximum number of changes kept; all queries are for times near the present.
  private static let kept = 64

  /// Creates the process with the laws of its on and off periods, in seconds.
  ///
  /// - Precondition: both means are positive.
  public init(on: Law, off: Law, draws: KeyedGenerator) {
    self.on = on
    self.off = off
    self.draws = draws
    begin()
  }

  /// A period during which the process stays on or off; its end is excluded.
  public struct Period: Equatable, Sendable {
    public var isOn: Bool
    public var from: Milliseconds
    public var until: Milliseconds
  }

  /// Returns the period that contains `time`; times before 0 belong to the first period.
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
