import CarpoolScenario
import Community
import Ground
import Quantities
import Scenario
import Spaces
import Statistics
import Testing

@testable import Synthesis

@Suite struct SeatPricesTests {
  private func legs(_ kilometres: [Double]) -> [Travel] {
    kilometres.map { Travel(duration: Milliseconds(60_000), metres: 1_000 * $0) }
  }

  private func rules(perKm: Double, cost: Double, step: Double = 5, profit: Bool = false)
    -> Scenario.SeatPrice
  {
    var rules = Scenario.SeatPrice()
    (rules.perKm, rules.costPerKm, rules.step, rules.mayProfit) = (perKm, cost, step, profit)
    return rules
  }

  @Test("Rabat – Casablanca – Settat – Marrakesh at 25 centimes a kilometre, in steps of 5 dirhams")
  func pricesAreRoundedToTheStep() {
    let prices = SeatPrices(rules(perKm: 0.25, cost: 2), in: Currency()).prices(
      legs([88, 72, 172]), seats: 4)
    // 22, 40, 83 dirhams; 18, 61; 43.
    #expect(prices == [2_000, 4_000, 8_500, 2_000, 6_000, 4_500])
  }

  @Test func halvesGoUpAndAStepOfNothingRoundsToTheSmallestUnit() {
    #expect(SeatPrices(rules(perKm: 1, cost: 9), in: Currency()).prices(legs([2.5]), seats: 1) == [500])
    let fine = rules(perKm: 0.123, cost: 9, step: 0)
    #expect(SeatPrices(fine, in: Currency()).prices(legs([10.05]), seats: 1) == [124])
  }

  @Test func nobodyEarnsUnlessTheyMay() {
    #expect(SeatPrices(rules(perKm: 1, cost: 1), in: Currency()).prices(legs([100]), seats: 3) == [3_333])
    let earning = rules(perKm: 1, cost: 1, profit: true)
    #expect(SeatPrices(earning, in: Currency()).prices(legs([100]), seats: 3) == [10_000])
    let yen = Currency(code: "JPY", decimals: 0)
    #expect(SeatPrices(rules(perKm: 1, cost: 1), in: yen).prices(legs([100]), seats: 3) == [33])
  }

  @Test(
    "whatever is sold within the seats never costs more than the trip: all sets of bookings of small trips",
    arguments: 0..<60)
  func soldSeatsNeverCostMoreThanTheTrip(seed: UInt64) {
    var draws = KeyedGenerator(seed: seed, replication: 0, purpose: .role)
    let stops = draws.integer(in: 2..<5)
    let seats = draws.integer(in: 1..<4)
    let ways = legs((1..<stops).map { _ in draws.uniform(in: 0.001...30) })
    let currency = Currency(code: "X", decimals: draws.integer(in: 0..<3))
    let cost = draws.uniform(in: 0...3)
    let prices = SeatPrices(
      rules(perKm: draws.uniform(in: 0...3), cost: cost, step: draws.uniform(in: 0...10)), in: currency
    ).prices(ways, seats: Int16(seats))
    // In exact thousandths of the smallest unit, written apart from the rule.
    let total = ways.reduce(0.0) { $0 + $1.metres } / 1_000 * cost * Double(currency.scale)
    let pairs = (0..<stops).flatMap { from in (from + 1..<stops).map { (from, $0) } }
    #expect(prices.count == pairs.count)
    var most: Int64 = 0
    /// Books any number of seats on the pairs from `pair` on, where the legs have them.
    func book(from pair: Int, _ free: [Int], _ sum: Int64) {
      most = max(most, sum)
      guard pair < pairs.count else { return }
      var (free, sum) = (free, sum)
      book(from: pair + 1, free, sum)
      while (pairs[pair].0..<pairs[pair].1).allSatisfy({ free[$0] > 0 }) {
        for leg in pairs[pair].0..<pairs[pair].1 { free[leg] -= 1 }
        sum += prices[pair]
        book(from: pair + 1, free, sum)
      }
    }
    book(from: 0, Array(repeating: seats, count: stops - 1), 0)
    // The rate itself is rounded to a thousandth of the smallest unit.
    let rounding = ways.reduce(0.0) { $0 + $1.metres } / 1_000 * 0.0005
    #expect(Double(most) <= total + rounding)
    #expect(prices.allSatisfy { $0 >= 0 })
  }
}
