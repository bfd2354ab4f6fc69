public import Scenario
import Tables

extension Scenario {
  /// Reads the scenario in the file `path`, and applies `overrides` (`field=value`).
  ///
  /// - Parameter markets: the markets accepted.
  /// - Throws: `TableError` if the file cannot be read, `ScenarioError` with all its faults.
  public static func load(
    contentsOf path: String, overrides: [String] = [], markets: ScenarioMarkets
  ) throws -> Scenario {
    try load(text: FileBytes(contentsOf: path).text, file: path, overrides: overrides, markets: markets)
  }
}
