import JSON5
import Matching

extension PolicyParameter.Value {
  /// The value as JSON in messages.
  var json: JSON {
    switch self {
    case .whole(let number): .integer(Int128(number))
    case .number(let number): .number(number)
    case .flag(let flag): .boolean(flag)
    case .text(let text): .text(text)
    }
  }
}

extension OutsidePolicy {
  /// The parameters in the first message.
  var parametersJSON: JSON { .object(parameters.map { .init($0.name, $0.value.json) }) }

  /// Returns the reason the parameters are rejected by a policy that accepts those in `taken`, in a sentence; nil
  /// if they are accepted.
  ///
  /// - Parameter remedy: describes how a policy declares a parameter of such a name.
  func refusal(byOneThatTakes taken: [String], _ remedy: (String) -> String) -> String? {
    guard let other = parameters.first(where: { !taken.contains($0.name) })?.name else { return nil }
    let known =
      taken.isEmpty ? "it takes none" : "it takes \(taken.map { "`\($0)`" }.joined(separator: ", "))"
    return
      "the scenario gives it the parameter `\(other)`, but \(known); leave out matching.policy.parameters.\(other),"
      + " or \(remedy(other))"
  }
}
