public import Quantities

extension MoneyRules {
  /// Returns the price of a ride whose direct path is `metres` long, limited to the greatest amount allowed.
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
