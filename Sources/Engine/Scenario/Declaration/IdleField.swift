public import JSON5

/// A field that a scenario gives and that can change no result of it, because of what else the scenario says.
public struct IdleField: Equatable, Sendable {
  /// The field, as `demand.wishes`.
  public var path: String
  /// Its place.
  public var origin: Origin
  /// The reason it changes nothing, as the end of a sentence.
  public var reason: String

  /// Names a field that changes nothing, and why.
  public init(path: String, origin: Origin, reason: String) {
    (self.path, self.origin, self.reason) = (path, origin, reason)
  }
}

extension IdleField: CustomStringConvertible {
  /// A sentence that names the field and says why it does nothing.
  public var description: String {
    switch origin {
    case .file(let line, _): "\(path) in line \(line) has no effect: \(reason)"
    case .override: "\(origin.place(in: "")) has no effect: \(reason)"
    case .variation: "\(path), which varies, has no effect: \(reason)"
    }
  }
}

extension [IdleField] {
  /// Without those that lie within others.
  var outermost: Self {
    filter { field in !contains { $0.path != field.path && Faults.lies(field.path, within: $0.path) } }
  }

  /// The idle fields that are among `others` too.
  package func common(with others: Self) -> Self {
    let paths = Set(others.map(\.path))
    return filter { paths.contains($0.path) }
  }
}

/// The reason a member of a `Root` changes nothing in a scenario; nil where it may change a result.
package typealias IdleRule<Root> = (Root, Scenario) -> String?

/// A rule that waits for the scenario to be read as a whole, beside the field that it is about.
///
/// It is made and asked within one reading, by one thread.
struct IdleQuestion: @unchecked Sendable {
  let path: String
  let origin: Origin
  let request: (Scenario) -> String?

  /// The answer in `scenario`; nil where the field may change a result.
  func answer(in scenario: Scenario) -> IdleField? {
    request(scenario).map { IdleField(path: path, origin: origin, reason: $0) }
  }
}

extension Field {
  /// The same member with a rule that says where it changes no result; rules that it has already go first.
  package func idle(_ rule: @escaping IdleRule<Root>) -> Self {
    var field = self
    let before = idleRule
    field.idleRule = { root, scenario in before?(root, scenario) ?? rule(root, scenario) }
    return field
  }

  /// The same member, which changes no result where `holds`, for the `reason`.
  package func idle(_ reason: String, where holds: @escaping (Root) -> Bool) -> Self {
    idle { root, _ in holds(root) ? reason : nil }
  }
}

extension Array {
  /// The same members, each of which changes no result where `rule` says why.
  package func idle<Root>(_ rule: @escaping IdleRule<Root>) -> Self where Element == Field<Root> {
    map { $0.idle(rule) }
  }
}
