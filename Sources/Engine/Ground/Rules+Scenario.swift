package import Lifecycle
package import Quantities
public import Scenario
import Tables

extension Rules {
  /// Creates the lifecycle rules of `scenario`, with retries as in `cycles`; declines and cancellations depend
  /// on the market.
  package init(_ scenario: Scenario, cycles: some CycleRules, answerDelay: Milliseconds) {
    self.init(random: scenario.random)
    attempts = Int32(clamping: cycles.attempts)
    retryInterval = cycles.retryInterval
    maxCycles = Int32(clamping: cycles.maxCycles)
    relaunchProbability = cycles.relaunch.probability
    relaunchDelay = cycles.relaunch.delay
    self.answerDelay = answerDelay
    horizon = scenario.time.horizon ?? .never
  }
}

extension Scenario {
  /// Reads the scenario in the file `path`, and applies `overrides` (`field=value`).
  ///
  /// - Parameter markets: the accepted markets.
  /// - Throws: `TableError` if the file cannot be read, `ScenarioError` with all its faults.
  public static func load(
    contentsOf path: String, overrides: [String] = [], markets: ScenarioMarkets
  ) throws -> Scenario {
    try load(text: FileBytes(contentsOf: path).text, file: path, overrides: overrides, markets: markets)
  }
}
