import JSON5
import Matching

extension Scenario {
  /// What tables call the `value` of `field`, as it would stand after `--set field=`: of a policy outside the program its
  /// name, everything else as it is.
  public static func shown(_ value: String, of field: String) -> String {
    guard plain(field) == "matching.policy", value.first(where: { !$0.isWhitespace }) == "{" else {
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
