public import CarpoolScenario
public import Community
import Quantities
public import Scenario
public import Travellers

/// The rules of the choice between rides and alternatives, and the recorded alternatives.
public struct ChoiceSetup: Sendable {
  public let rules: Scenario.Choice
  /// The currency of prices.
  public let currency: Currency
  /// The recorded alternatives by request id; empty if alternatives are not recorded.
  public var alternatives: [Int64: Alternative] = [:]

  /// Creates the setup for passengers who choose by `rules`, with prices in `currency`.
  public init(_ rules: Scenario.Choice, in currency: Currency = Currency()) {
    self.rules = rules
    self.currency = currency
  }

  /// Creates the setup of `scenario`, without recorded alternatives; nil if its passengers accept every ride.
  init?(_ scenario: Scenario) {
    guard let rules = scenario.demand.attributes?.choice else { return nil }
    self.init(rules, in: scenario.money?.currency ?? Currency())
  }

  /// Whether prices count.
  public var hasPrice: Bool { rules.weights.price != 0 }

  /// Returns the utility of `ride` minus that of `alternative`.
  public func utility(of ride: ChoiceRecord.Attributes, than alternative: Alternative?) -> Double {
    let (weights, scale) = (rules.weights, Double(currency.scale))
    let seconds = ride.ride.seconds - (alternative?.time.seconds ?? 0)
    let units = Double((ride.price ?? 0) - (alternative?.cost ?? 0)) / scale
    return rules.constant + weights.wait * ride.wait.seconds + weights.ride * seconds
      + weights.walk * ride.walk + weights.price * units
  }
}
