public import Quantities
package import Scenario

/// The maximum price of a ride matched immediately, by the rule of the board: a seat costs at most its share of the trip's cost.
public struct PriceCap: Hashable, Sendable {
  /// The driver's cost per kilometre, in units of the currency.
  public var costPerKm = 1.5
  /// Whether drivers may earn more than their trip costs; if so, prices are not capped, only compared with the cost.
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

  /// Returns the maximum price of one of `seats` seats over `metres`; `.max` if drivers may profit.
  public func mostForSeat(metres: Metres, seats: Int16) -> Int64 {
    guard cap?.mayProfit == false, let tripCost else { return .max }
    return tripCost.share(metres: metres, seats: seats)
  }
}

/// The cost of a trip to its driver, per kilometre, and the share of each seat.
///
/// Amounts are whole numbers of the smallest unit of money, rounded down, so that the shares of all seats never exceed the
/// cost of the trip.
public struct TripCost: Hashable, Sendable {
  /// The cost per kilometre, in thousandths of the smallest unit.
  private let perKm: Int64

  /// Creates the cost of trips at `perKm` units of `currency` per kilometre, rounded to a thousandth of the smallest unit.
  public init(perKm: Double, in currency: Currency) {
    self.perKm = Int64((perKm * Double(currency.scale) * 1_000).rounded())
  }

  /// Returns the cost of driving `metres`.
  public func amount(metres: Metres) -> Int64 { share(metres: metres, seats: 1) }

  /// Returns the share of one of `seats` seats in the cost of driving `metres`.
  public func share(metres: Metres, seats: Int16) -> Int64 {
    share(millimetres: Int64(min(metres * 1_000, 1e15).rounded(.down)), seats: seats)
  }

  /// Returns the share of one of `seats` seats in the cost of driving `millimetres`.
  package func share(millimetres: Int64, seats: Int16) -> Int64 {
    // In millionths of the smallest unit, which an amount has no room for.
    let product = Int128(perKm) * Int128(millimetres) / 1_000
    return Int64(clamping: product / Int128(max(1, seats)) / 1_000_000)
  }
}
