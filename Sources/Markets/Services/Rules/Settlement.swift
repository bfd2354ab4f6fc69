public import Quantities

/// The means of payment for work. The charge is always for the agreed estimate, so that work that takes longer exceeds
/// no budget and takes no balance below the minimum.
public enum Settlement: Equatable, Sendable {
  /// Payment in money at the provider's price. The service keeps the share `commission` of it, in millionths, rounded
  /// down. In addition, the client pays the service `fee` per job, in the smallest currency unit. Providers are paid
  /// out every `payoutDays` days; nil: no payouts.
  case money(commission: Int64, fee: Int64 = 0, payoutDays: Int64? = nil)
  /// Payment in time credits, an hour of credit for an hour of work. Members begin with `start` milliseconds and may
  /// not fall below `floor`. With `decay`, balances move back towards `start` at regular intervals. Members who sign up
  /// during the run receive a further `gift` milliseconds, once.
  case timeCredits(start: Int64, floor: Int64, decay: CreditDecay? = nil, gift: Int64 = 0)

  /// Whether work is paid for in time credits.
  @inlinable public var isTimeCredits: Bool { if case .timeCredits = self { true } else { false } }

  /// The fee that a client pays the service per job, in the smallest currency unit.
  @inlinable public var fee: Int64 { if case .money(_, let fee, _) = self { fee } else { 0 } }

  /// The number of days between payouts to providers; nil if there are none.
  var payoutDays: Int64? { if case .money(_, _, let days) = self { days } else { nil } }

  /// The decay of time credits; nil if there is none.
  var decay: CreditDecay? { if case .timeCredits(_, _, let decay, _) = self { decay } else { nil } }

  /// Returns whether `charge` plus the fee is within `budget`, which does not apply to time credits.
  @inlinable
  public func keeps(_ charge: Int64, within budget: Int64) -> Bool { isTimeCredits || charge + fee <= budget }

  /// Returns the charge for `estimate` milliseconds of work at `price` per hour, either in the smallest currency unit,
  /// with halves rounded up, or in milliseconds of credit.
  @inlinable
  public func charge(_ estimate: Milliseconds, price: Int64) -> Int64 {
    switch self {
    case .money: (price * estimate.rawValue + 1_800_000) / 3_600_000
    case .timeCredits: estimate.rawValue
    }
  }
}
