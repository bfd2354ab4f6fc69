public import JSON5

/// A field given in a scenario that cannot change its results, because of other fields.
public struct IdleField: Equatable, Sendable {
  /// The field, such as `demand.wishes`.
  public var path: String
  /// The location of the field.
  public var origin: Origin
  /// The reason it has no effect, as the end of a sentence.
  public var reason: String

  /// Creates the notice that the field at `path` has no effect, with the reason.
  public init(path: String, origin: Origin, reason: String) {
    (self.path, self.origin, self.reason) = (path, origin, reason)
  }
}

extension IdleField: CustomStringConvertible {
  /// The message: field and reason.
  public var description: String {
    switch origin {
    case .file(let line, _): "\(path) in line \(line) has no effect: \(reason)"
    case .override: "\(origin.place(in: "")) has no effect: \(reason)"
    case .variation: "\(path), which varies, has no effect: \(reason)"
    }
  }
}

extension [IdleField] {
  /// The idle fields that are not nested in other idle fields.
  var outermost: Self {
    filter { field in !contains { $0.path != field.path && Faults.lies(field.path, within: $0.path) } }
  }

  /// Returns the idle fields that are also in `others`.
  package func common(with others: Self) -> Self {
    let paths = Set(others.map(\.path))
    return filter { paths.contains($0.path) }
  }
}

/// Returns the reason a member of a `Root` has no effect in a scenario; nil if it may have one.
package typealias IdleRule<Root> = (Root, Scenario) -> String?

/// A deferred rule with its field, evaluated when the whole scenario has been read.
///
/// Created and evaluated within one read, by one thread.
struct IdleQuestion: @unchecked Sendable {
  let path: String
  let origin: Origin
  let request: (Scenario) -> String?

  /// Returns the idle field in `scenario`; nil if it may have an effect.
  func answer(in scenario: Scenario) -> IdleField? {
    request(scenario).map { IdleField(path: path, origin: origin, reason: $0) }
  }
}

extension Field {
  /// Returns the same member with an additional rule for when it has no effect; existing rules are evaluated
  /// first.
  package func idle(_ rule: @escaping IdleRule<Root>) -> Self {
    var field = self
    let before = idleRule
    field.idleRule = { root, scenario in before?(root, scenario) ?? rule(root, scenario) }
    return field
  }

  /// Returns the same member, marked as having no effect for the given `reason` if `holds` returns true.
  package func idle(_ reason: String, where holds: @escaping (Root) -> Bool) -> Self {
    idle { root, _ in holds(root) ? reason : nil }
  }
}

extension Array {
  /// Returns the same members, each marked as having no effect if `rule` returns a reason.
  package func idle<Root>(_ rule: @escaping IdleRule<Root>) -> Self where Element == Field<Root> {
    map { $0.idle(rule) }
  }
}
