public import Quantities
public import Statistics

/// The prices of rides, the ways of payment, and the shares; amounts are smallest units of the currency.
public struct MoneyRules: Equatable, Sendable {
  public var currency: Currency
  /// The price of rides that are matched now; planned ones cost what the board says.
  public var price: PriceRule
  /// The share of users who pay by wallet; the others pay cash.
  public var walletShare = 0.5
  /// The opening balances of wallets, in units of the currency.
  public var openingBalance = Law.fixed(100)
  public var topUp: TopUp
  /// The most that a ride may cost; nil for any price.
  public var cap: PriceCap?
  /// The share of a fare that the service keeps.
  public var commissionShare = 0.0
  /// Refunds to a passenger who cancels: the first rule that applies; if none does, nothing.
  public var refunds = [
    Refund(lead: Milliseconds(86_400_000), share: 1), Refund(lead: Milliseconds(3_600_000), share: 0.5),
  ]

  /// The credit that the service gives each of two friends when one opens an account because the other invited them.
  public var invitationCredit: Int64 = 0
  /// The probability that a friend whose wallet holds it sends a passenger what is missing.
  public var friendTransferProbability = 0.0

  /// Creates the rules that hold where nothing else is said, in units of `currency`: a ride costs 1 a kilometre.
  public init(in currency: Currency = Currency()) {
    self.currency = currency
    price = .perKm(currency.scale, step: currency.scale)
    topUp = TopUp(amount: 100 * currency.scale)
  }

  /// The rule of a ride's price.
  public enum PriceRule: Equatable, Sendable {
    /// A price for each kilometre, rounded to the nearest multiple of `step`, halves up.
    case perKm(Int64, step: Int64)
    case fixed(Int64)
    /// The price in the file of the requests.
    case recorded
  }

  /// The conduct of somebody whose wallet holds too little.
  public struct TopUp: Equatable, Sendable {
    /// The probability that they put money in.
    public var probability = 0.5
    /// The amount of a top-up, repeated as often as needed.
    public var amount: Int64

    /// Puts in `amount`.
    public init(probability: Double = 0.5, amount: Int64) {
      self.probability = probability
      self.amount = amount
    }
  }

  /// The part that is given back to a passenger who cancels at least `lead` before the pickup.
  public struct Refund: Equatable, Sendable {
    public var lead: Milliseconds
    /// The share of the fare; the driver has the rest.
    public var share: Double

    /// Gives back `share` at `lead`.
    public init(lead: Milliseconds = .zero, share: Double = 1) {
      self.lead = lead
      self.share = share
    }
  }
}
