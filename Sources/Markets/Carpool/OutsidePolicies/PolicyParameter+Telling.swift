import JSON5
import Matching

extension PolicyParameter.Value {
  /// The JSON of messages.
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

  /// The reason the parameters cannot be given to a policy that takes those `taken`, in a sentence; nil where they can.
  ///
  /// - Parameter remedy: how a policy says that it takes one of such a name.
  func refusal(byOneThatTakes taken: [String], _ remedy: (String) -> String) -> String? {
    guard let other = parameters.first(where: { !taken.contains($0.name) })?.name else { return nil }
    let known =
      taken.isEmpty ? "it takes none" : "it takes \(taken.map { "`\($0)`" }.joined(separator: ", "))"
    return
      "the scenario gives it the parameter `\(other)`, but \(known); leave out matching.policy.parameters.\(other),"
      + " or \(remedy(other))"
  }
}
