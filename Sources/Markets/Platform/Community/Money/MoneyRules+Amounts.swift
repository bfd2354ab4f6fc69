public import Quantities

extension MoneyRules {
  /// The price of a ride whose direct way is `metres` long, at the most what anybody may name.
  ///
  /// - Parameter recorded: what the file says, where it is that which counts.
  public func price(metres: Metres, recorded: Int64 = 0) -> Int64 {
    switch price {
    case .perKm(let price, let step):
      let steps = (Double(price) * metres / 1000 / Double(step) + 0.5).rounded(.down)
      return Int64(min(steps * Double(step), Double(currency.greatest)))
    case .fixed(let price): return price
    case .recorded: return recorded
    }
  }

  /// The part of a fare that the service keeps, rounded down.
  public func commission(of fare: Int64) -> Int64 { Self.part(commissionShare, of: fare) }

  /// The part of a `fare` that a passenger gets back who cancels `lead` before the pickup, rounded down: the driver has
  /// the unit in doubt.
  public func refund(of fare: Int64, lead: Milliseconds) -> Int64 {
    Self.part(refunds.first { $0.lead <= lead }?.share ?? 0, of: fare)
  }

  /// The `share` of `amount`, rounded down; the share counts to a millionth, so that the product is exact.
  private static func part(_ share: Double, of amount: Int64) -> Int64 {
    let whole: Int64 = 1_000_000
    let product = amount.multipliedFullWidth(by: Int64((share * Double(whole)).rounded()))
    return whole.dividingFullWidth(product).quotient
  }
}
