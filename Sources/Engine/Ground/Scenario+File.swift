public import Scenario
import Tables

extension Scenario {
  /// Reads the scenario in the file `path`, with `overrides` (`field=value`) put into it.
  ///
  /// - Parameter markets: those whose scenarios are read.
  /// - Throws: `TableError` where the file cannot be read, `ScenarioError` with everything wrong in it.
  public static func load(
    contentsOf path: String, overrides: [String] = [], markets: ScenarioMarkets
  ) throws -> Scenario {
    try load(text: FileBytes(contentsOf: path).text, file: path, overrides: overrides, markets: markets)
  }
}
