public import Quantities

/// The recompense for work: always for the estimated hours, as agreed, so that work that runs over breaks no budget and
/// nobody's balance falls below the least one.
public enum Settlement: Equatable, Sendable {
  /// The provider's price; of it the service keeps `commission`, a share in millionths, rounded down. Beside it the client
  /// pays the service `fee`, smallest units a job. Providers are paid out every `payoutDays` days; nil leaves them what they
  /// have earned.
  case money(commission: Int64, fee: Int64 = 0, payoutDays: Int64? = nil)
  /// An hour for an hour: members begin with `start` milliseconds and fall to `floor` at the least. With `decay` balances
  /// return towards `start` again and again. Members who sign up during the run get `gift` milliseconds more, once.
  case timeCredits(start: Int64, floor: Int64, decay: CreditDecay? = nil, gift: Int64 = 0)

  /// True if hours are given for hours.
  @inlinable public var isTimeCredits: Bool { if case .timeCredits = self { true } else { false } }

  /// The fee that a client pays the service for a job.
  @inlinable public var fee: Int64 { if case .money(_, let fee, _) = self { fee } else { 0 } }

  /// The number of days after which providers are paid out again and again; nil if they are not.
  var payoutDays: Int64? { if case .money(_, _, let days) = self { days } else { nil } }

  /// The decay of balances in hours; nil if there is none.
  var decay: CreditDecay? { if case .timeCredits(_, _, let decay, _) = self { decay } else { nil } }

  /// Tells whether `charge` and the fee lie within `budget`, which hours do not have.
  @inlinable
  public func keeps(_ charge: Int64, within budget: Int64) -> Bool { isTimeCredits || charge + fee <= budget }

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
