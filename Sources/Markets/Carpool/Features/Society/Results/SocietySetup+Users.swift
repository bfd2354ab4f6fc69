import CarpoolScenario
import Community
import Scenario
import Simulation
import Synthesis

extension SocietySetup {
  /// Creates the setup for `users`, with the platform services of `scenario`.
  init(_ scenario: Scenario, _ users: Users) {
    self.init(
      users: users.count, ofDriver: users.ofDriver, ofRequest: users.ofRequest, keys: users.keys)
    friends = users.friends
    prices = users.prices
    verification = scenario.verification
    money = scenario.money
    friendship = scenario.friends
    ratings = scenario.ratings
    channel = scenario.channel
    churn = scenario.users?.churn
    phase = scenario.time.sinceMonday
  }
}
