import Community
import Lifecycle
import Statistics

extension OrdersSetup {
  /// The outages within which the stations stand; nil if they do not.
  ///
  /// - Parameter random: the source of the run, so that the outages are those of the service.
  func outages(_ random: RandomSource) -> Outages? {
    guard let rules = channel?.outages, rules.stopsWork else { return nil }
    return Outages(rules, random: random)
  }
}
