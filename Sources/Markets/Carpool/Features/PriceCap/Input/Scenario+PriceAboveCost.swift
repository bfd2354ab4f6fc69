import CarpoolScenario
import Community
import Ground
import Scenario

extension Scenario {
  /// The notice that one passenger alone pays more than the trip costs the driver; nil if the price does not exceed the cost
  /// of a kilometre, or is capped.
  ///
  /// Without a cap, the cost is that of the board's prices, and in the default currency the default one.
  var priceAboveCost: InputNotice? {
    guard let money, case .perKm(let price, _) = money.price, money.cap?.mayProfit != false,
      let cost = money.cap?.costPerKm ?? boardCost ?? defaultCost(in: money.currency)
    else { return nil }
    let unit = TripCost(perKm: cost, in: money.currency).amount(metres: 1_000)
    guard price > unit else { return nil }
    func words(_ amount: Int64) -> String { "\(money.currency.text(of: amount)) \(money.currency.code)" }
    return .priceAboveCost(price: words(price), cost: words(unit))
  }

  /// The cost of a kilometre by which the board caps its prices; nil if it does not.
  private var boardCost: Double? {
    guard case .synthetic(let offers) = carpool.board?.offers, !offers.price.mayProfit else { return nil }
    return offers.price.costPerKm
  }

  /// The cost of a kilometre in the currency that the default is given in; nil in others.
  private func defaultCost(in currency: Currency) -> Double? {
    currency.code == Currency().code ? PriceCap().costPerKm : nil
  }
}
