import CarpoolScenario
import Community
import Ground
import Scenario

extension Scenario {
  /// The notice that a single passenger's fare exceeds the driver's trip cost; nil if the price per kilometre does not
  /// exceed the cost or is capped.
  ///
  /// Without a cap, the cost is the one that limits the board's prices, or else the default, which applies only in the
  /// default currency.
  var priceAboveCost: InputNotice? {
    guard let money, case .perKm(let price, _) = money.price, money.cap?.mayProfit != false,
      let cost = money.cap?.costPerKm ?? boardCost ?? defaultCost(in: money.currency)
    else { return nil }
    let unit = TripCost(perKm: cost, in: money.currency).amount(metres: 1_000)
    guard price > unit else { return nil }
    func words(_ amount: Int64) -> String { "\(money.currency.text(of: amount)) \(money.currency.code)" }
    return .priceAboveCost(price: words(price), cost: words(unit))
  }

  /// The cost per kilometre that limits the board's prices; nil if they are not limited.
  private var boardCost: Double? {
    guard case .synthetic(let offers) = carpool.board?.offers, !offers.price.mayProfit else { return nil }
    return offers.price.costPerKm
  }

  /// The default cost per kilometre; nil unless `currency` is the default currency.
  private func defaultCost(in currency: Currency) -> Double? {
    currency.code == Currency().code ? PriceCap().costPerKm : nil
  }
}
