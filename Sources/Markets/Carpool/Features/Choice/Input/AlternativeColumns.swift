import CarpoolScenario
import Community
import Ground
import Quantities
import Scenario
import Tables
import Travellers

/// The columns of recorded alternatives.
struct AlternativeColumns {
  private let time: CSVColumn
  /// The cost column; nil if prices do not count.
  private let cost: CSVColumn?

  /// Finds the columns of alternatives; nil if `choice` does not use recorded alternatives.
  init?(_ choice: Scenario.Choice?, _ rows: inout CSVReader) {
    guard let choice, choice.alternative == .recorded else { return nil }
    time = rows.column("alternative_s")
    cost = choice.weights.price == 0 ? nil : rows.column("alternative_cost")
  }

  /// Returns the alternative in the row, with its cost in `currency`; records a fault if a value is missing or
  /// negative.
  func read(_ rows: inout CSVReader, in currency: Currency) -> Alternative {
    let span = rows.milliseconds(time)
    if span < .zero { rows.recordValue(time, expected: .other("seconds from 0 up")) }
    return Alternative(time: span, cost: cost.map { rows.amount($0, of: currency) })
  }
}

extension Scenario.Demand {
  /// Resets all parts of the passengers' choice that do not affect how their file is read.
  mutating func keepRecordedAlternatives() {
    guard let choice = attributes?.choice else { return }
    var kept: Scenario.Choice?
    if choice.alternative == .recorded {
      var read = Scenario.Choice()
      read.alternative = .recorded
      read.weights.price = choice.weights.price == 0 ? 0 : -1
      kept = read
    }
    switch self {
    case .none: break
    case .synthetic(var side):
      side.attributes.choice = kept
      self = .synthetic(side)
    case .recorded(var side):
      side.attributes.choice = kept
      self = .recorded(side)
    case .trips(var attributes):
      attributes.choice = kept
      self = .trips(attributes)
    case .users(var attributes):
      attributes.choice = kept
      self = .users(attributes)
    }
  }
}
