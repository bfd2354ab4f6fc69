import CarpoolScenario
import Community
import Scenario
import Spaces
import Tables
import Travellers

/// The seat prices under the scenario's rules: a rounded price per kilometre, limited to the shared costs.
struct SeatPrices {
  /// The price per kilometre, in thousandths of the smallest currency unit.
  private let perKm: Int64
  /// The increment to which prices are rounded, in smallest currency units.
  private let step: Int64
  private let mayProfit: Bool
  private let greatest: Int64
  private let tripCost: TripCost

  init(_ rules: Scenario.SeatPrice, in currency: Currency) {
    let scale = Double(currency.scale)
    perKm = Int64((rules.perKm * scale * 1_000).rounded())
    step = max(1, Int64((rules.step * scale).rounded()))
    mayProfit = rules.mayProfit
    greatest = currency.greatest
    tripCost = TripCost(perKm: rules.costPerKm, in: currency)
  }

  /// Returns the seat prices for all pairs of stops, where `legs` are the routes between stops and `seats` is the
  /// number of seats.
  ///
  /// If drivers must not profit, a seat costs at most its share of the costs of its legs, rounded down to whole
  /// smallest units. The costs of a leg are divided by the number of seats, so the proceeds from all seats never exceed
  /// the cost of the trip. No price exceeds the greatest allowed amount.
  func prices(_ legs: [Travel], seats: Int16) -> [Int64] {
    let millimetres = legs.map { Int64(($0.metres * 1_000).rounded(.down)) }
    var prices: [Int64] = []
    prices.reserveCapacity(PublishedTrip.pairs(of: legs.count + 1))
    for from in legs.indices {
      var way: Int64 = 0
      for length in millimetres[from...] {
        way += length
        let price = rounded(Self.product(perKm, way))
        let share = mayProfit ? Int64.max : tripCost.share(millimetres: way, seats: seats)
        prices.append(Int64(min(price, Int128(share), Int128(greatest))))
      }
    }
    return prices
  }

  /// Returns the driver's cost of the trip, in whole smallest units, rounded down.
  func cost(_ legs: [Travel]) -> Int64 {
    let way = legs.reduce(Int64(0)) { $0 + Int64(($1.metres * 1_000).rounded(.down)) }
    return tripCost.share(millimetres: way, seats: 1)
  }

  /// The resolution of intermediate products, in parts per smallest currency unit.
  private static let parts: Int128 = 1_000_000

  /// Returns the product of `rate`, in thousandths per kilometre, and `millimetres`, in millionths of the smallest
  /// currency unit, rounded down.
  private static func product(_ rate: Int64, _ millimetres: Int64) -> Int128 {
    Int128(rate) * Int128(millimetres) / 1_000
  }

  /// Returns the multiple of `step` nearest to `amount`, given in millionths; halves are rounded up.
  private func rounded(_ amount: Int128) -> Int128 {
    let unit = Int128(step) * Self.parts
    return (amount + unit / 2) / unit * Int128(step)
  }
}

extension CSVReader {
  /// Returns the amount in `column`, in the smallest units of `currency`; nil if the field is empty. Returns zero, with
  /// a fault, if it is not an amount, negative, too large, or finer than the currency.
  mutating func amount(_ column: CSVOptionalColumn, of currency: Currency) -> Int64? {
    guard let text = string(column) else { return nil }
    if let amount = currency.amount(in: text) { return amount }
    recordValue(column, expected: .amount(of: currency))
    return 0
  }

  /// Returns the amount in `column`; zero, with a fault, if it is not valid.
  mutating func amount(_ column: CSVColumn, of currency: Currency) -> Int64 {
    if let amount = currency.amount(in: string(column)) { return amount }
    recordValue(column, expected: .amount(of: currency))
    return 0
  }
}

extension Currency {
  /// Returns the amount in a table field; nil if it is not allowed.
  fileprivate func amount(in text: String) -> Int64? {
    parse(text.trimmingBlanks).flatMap { (0...greatest).contains($0) ? $0 : nil }
  }
}

extension TableError.Expectation {
  fileprivate static func amount(of currency: Currency) -> Self {
    .other(
      "an amount of \(currency.code) from 0 to \(currency.greatest / currency.scale)"
        + (currency.decimals == 0 ? " without decimals" : " with at most \(currency.decimals) decimals"))
  }
}

extension String {
  /// The text without surrounding blanks.
  var trimmingBlanks: Substring {
    let start = self.drop { $0 == " " || $0 == "\t" }
    guard let end = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return start }
    return start[...end]
  }
}
