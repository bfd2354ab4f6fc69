import CarpoolScenario
import Ground
public import Scenario

extension Scenario {
  /// Reads the scenario of a carpool in the file `path`.
  ///
  /// - Throws: as `load(contentsOf:overrides:markets:)`.
  public static func load(contentsOf path: String, overrides: [String] = []) throws -> Scenario {
    try load(contentsOf: path, overrides: overrides, markets: .carpool)
  }
}
