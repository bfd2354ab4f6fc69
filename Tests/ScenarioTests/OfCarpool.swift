import CarpoolScenario
import JSON5
import Scenario

/// What tests ask of the carpool's scenarios alone.
extension Scenario {
  static func schema() -> JSON { schema(.carpool) }
  static func documentation() -> String { documentation(.carpool) }
  static func fieldPaths() -> [String] { fieldPaths(.carpool) }
  static func note(on path: String) -> FieldNote? { note(on: path, markets: .carpool) }
}

extension StudyPlan {
  static func load(text: String, file: String) throws(ScenarioError) -> StudyPlan {
    try load(text: text, file: file, markets: .carpool)
  }
}
