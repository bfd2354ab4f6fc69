public import Quantities

/// The recompense for work: always for the estimated hours, as agreed, so that work that runs over breaks no budget and
/// nobody's balance falls below the least one.
public enum Settlement: Equatable, Sendable {
  /// The provider's price; of it the service keeps `commission`, a share in millionths, rounded down.
  case money(commission: Int64)
  /// An hour for an hour: members begin with `start` milliseconds and fall to `floor` at the least.
  case timeCredits(start: Int64, floor: Int64)

  /// True if hours are given for hours.
  public var isTimeCredits: Bool { if case .timeCredits = self { true } else { false } }

  /// The charge for `estimate` milliseconds of work at `price` an hour: money, rounded to the nearest smallest unit,
  /// halves up; or milliseconds of credit.
  @inlinable
  public func charge(_ estimate: Milliseconds, price: Int64) -> Int64 {
    switch self {
    case .money: (price * estimate.rawValue + 1_800_000) / 3_600_000
    case .timeCredits: estimate.rawValue
    }
  }
}
