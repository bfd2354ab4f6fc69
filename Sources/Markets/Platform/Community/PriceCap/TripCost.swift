public import Quantities

/// The cost of a trip to its driver, by the kilometre, and the share of each seat.
///
/// Amounts are whole numbers of the smallest unit of money, rounded down, so that the shares of all seats never exceed the
/// cost of the trip.
public struct TripCost: Hashable, Sendable {
  /// Thousandths of the smallest unit a kilometre.
  private let perKm: Int64

  /// Creates the cost of trips at `perKm` units of `currency` a kilometre, rounded to a thousandth of the smallest unit.
  public init(perKm: Double, in currency: Currency) {
    self.perKm = Int64((perKm * Double(currency.scale) * 1_000).rounded())
  }

  /// The cost of `metres`.
  public func amount(metres: Metres) -> Int64 { share(metres: metres, seats: 1) }

  /// The share of one of `seats` seats in the cost of `metres`.
  public func share(metres: Metres, seats: Int16) -> Int64 {
    share(millimetres: Int64(min(metres * 1_000, 1e15).rounded(.down)), seats: seats)
  }

  /// The share of one of `seats` seats in the cost of `millimetres`.
  package func share(millimetres: Int64, seats: Int16) -> Int64 {
    // In millionths of the smallest unit, which an amount has no room for.
    let product = Int128(perKm) * Int128(millimetres) / 1_000
    return Int64(clamping: product / Int128(max(1, seats)) / 1_000_000)
  }
}
