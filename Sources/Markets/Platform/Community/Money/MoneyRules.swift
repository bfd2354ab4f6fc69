public import Quantities
public import Statistics

/// The rules for prices, payments, commission and refunds; amounts are in the currency's smallest units.
public struct MoneyRules: Equatable, Sendable {
  public var currency: Currency
  /// The price of rides that are matched immediately; planned rides cost the price on the board.
  public var price: PriceRule
  /// The share of users who pay from a wallet; the others pay cash.
  public var walletShare = 0.5
  /// The opening balances of wallets, in units of the currency.
  public var openingBalance = Law.fixed(100)
  public var topUp: TopUp
  /// The maximum price of a ride; nil: no maximum.
  public var cap: PriceCap?
  /// The share of a fare that the service keeps.
  public var commissionShare = 0.0
  /// The refunds to passengers who cancel: the first rule that applies counts; if none does, there is no
  /// refund.
  public var refunds = [
    Refund(lead: Milliseconds(86_400_000), share: 1), Refund(lead: Milliseconds(3_600_000), share: 0.5),
  ]

  /// The credit the service gives to each of two friends when one opens an account at the other's invitation.
  public var invitationCredit: Int64 = 0
  /// The probability that a friend with enough in their wallet sends a passenger the missing amount.
  public var friendTransferProbability = 0.0

  /// Creates the default rules, in units of `currency`: a ride costs 1 per kilometre.
  public init(in currency: Currency = Currency()) {
    self.currency = currency
    price = .perKm(currency.scale, step: currency.scale)
    topUp = TopUp(amount: 100 * currency.scale)
  }

  /// The rule that determines the price of a ride.
  public enum PriceRule: Equatable, Sendable {
    /// A price per kilometre, rounded to the nearest multiple of `step`, with halves rounded up.
    case perKm(Int64, step: Int64)
    case fixed(Int64)
    /// The price in the requests file.
    case recorded
  }

  /// The top-ups of passengers whose balance is too low.
  public struct TopUp: Equatable, Sendable {
    /// The probability that such a passenger tops up.
    public var probability = 0.5
    /// The amount of a top-up, repeated as often as needed.
    public var amount: Int64

    /// Creates top-ups of `amount`.
    public init(probability: Double = 0.5, amount: Int64) {
      self.probability = probability
      self.amount = amount
    }
  }

  /// The refund to a passenger who cancels at least `lead` before pickup.
  public struct Refund: Equatable, Sendable {
    public var lead: Milliseconds
    /// The share of the fare that is refunded; the driver gets the rest.
    public var share: Double

    /// Creates a refund of `share` for cancellations at least `lead` before pickup.
    public init(lead: Milliseconds = .zero, share: Double = 1) {
      self.lead = lead
      self.share = share
    }
  }
}

extension MoneyRules {
  /// Returns the price of a ride whose direct path is `metres` long, limited to the maximum amount of the currency.
  ///
  /// - Parameter recorded: the price in the file, which applies if prices are recorded.
  public func price(metres: Metres, recorded: Int64 = 0) -> Int64 {
    switch price {
    case .perKm(let price, let step):
      let steps = (Double(price) * metres / 1000 / Double(step) + 0.5).rounded(.down)
      return Int64(min(steps * Double(step), Double(currency.greatest)))
    case .fixed(let price): return price
    case .recorded: return recorded
    }
  }

  /// Returns the part of a fare that the service keeps, rounded down.
  public func commission(of fare: Int64) -> Int64 { Self.part(commissionShare, of: fare) }

  /// Returns the part of `fare` refunded to a passenger who cancels `lead` before pickup, rounded down: a remaining
  /// fraction of a unit goes to the driver.
  public func refund(of fare: Int64, lead: Milliseconds) -> Int64 {
    Self.part(refunds.first { $0.lead <= lead }?.share ?? 0, of: fare)
  }

  /// Returns the `share` of `amount`, rounded down; the share is rounded to millionths, so that the product
  /// is exact.
  private static func part(_ share: Double, of amount: Int64) -> Int64 {
    let whole: Int64 = 1_000_000
    let product = amount.multipliedFullWidth(by: Int64((share * Double(whole)).rounded()))
    return whole.dividingFullWidth(product).quotient
  }
}
