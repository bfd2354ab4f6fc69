import JSON5
import Matching
import Scenario

extension CarpoolFields {
  /// Returns the name of an external policy, and any other value unchanged.
  package static func shown(_ value: String, of field: String) -> String {
    guard field == "matching.policy",
      value.unicodeScalars.first(where: { !$0.properties.isWhitespace }) == "{"
    else {
      return value
    }
    var parser = JSON5Parser(value)
    var faults = Faults()
    guard let node = try? parser.parse(), let policy = Shape<PolicyChoice>.policy.read(node, field, &faults),
      faults.list.isEmpty
    else { return value }
    return policy.name
  }
}
