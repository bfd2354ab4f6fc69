public import Quantities
package import Scenario

/// The most that a ride matched now may cost, by the rule of the board: a seat costs at most its share of the trip's cost.
public struct PriceCap: Hashable, Sendable {
  /// The cost of a kilometre to the driver, in units of the currency.
  public var costPerKm = 1.5
  /// Whether drivers may earn more than their trip costs: prices are not capped, and only compared with the cost.
  public var mayProfit = false

  public init() {}
}

extension PriceCap {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "cost_per_km", \.costPerKm, .number(.from(0, to: 1e6), "currency"),
          "The driver's cost per kilometre; divided among all seats of the car, it is the maximum price per seat."
        ),
        Field(
          "may_profit", \.mayProfit, .boolean,
          "Whether prices stay uncapped, with `above_cost_share` giving the share of drivers who earn more than the trip costs."
        ),
      ])
  }
}

extension MoneyRules {
  /// The cost of trips to their drivers; nil without a cap.
  public var tripCost: TripCost? { cap.map { TripCost(perKm: $0.costPerKm, in: currency) } }

  /// The most that one of `seats` seats may cost over `metres`; no limit where drivers may profit.
  public func mostForSeat(metres: Metres, seats: Int16) -> Int64 {
    guard cap?.mayProfit == false, let tripCost else { return .max }
    return tripCost.share(metres: metres, seats: seats)
  }
}
