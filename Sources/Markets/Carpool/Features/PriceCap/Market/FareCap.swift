import Community
import Quantities
import Travellers

/// The cap on the price of instantly matched rides (`money.cap`), by the car's number of seats.
final class FareCap {
  private let money: MoneyRules
  private let drivers: [Driver]

  init?(_ setup: SimulationSetup) {
    guard let money = setup.society?.money, money.cap?.mayProfit == false else { return nil }
    self.money = money
    drivers = setup.drivers
  }
}

extension FareCap: CarpoolFeature {
  func mostForSeat(over metres: Metres, with driver: DriverIndex) -> Int64? {
    money.mostForSeat(metres: metres, seats: drivers[driver].seats)
  }
}
