import JSON5
import Matching
import Scenario

extension Shape<PolicyChoice> {
  /// The shape of a policy: the name of a built-in policy, or the description of an external one.
  static var policy: Self {
    let name = Shape<PolicyName>.oneOf
    let outside = Shape<OutsidePolicy>.object(OutsidePolicy.members)
    func whole() -> Declaration { .either([name.declaration, outside.declaration]) }
    return Self(
      declaration: whole(),
      read: { node, path, faults in
        switch node.value {
        case .object: return outside.read(node, path, &faults).map(PolicyChoice.outside)
        case .text: return name.read(node, path, &faults).map(PolicyChoice.shipped)
        default:
          faults.add(.wrongType(found: node.shown, expected: whole().words), at: path, node.origin)
          return nil
        }
      },
      write: { choice, writing in
        switch choice {
        case .shipped(let shipped): name.write(shipped, writing)
        case .outside(let policy): outside.write(policy, writing)
        }
      })
  }
}

extension Shape<PolicyParameter.Value> {
  /// The shape of a parameter's value: a number, a string or a truth value.
  fileprivate static var parameter: Self {
    let interval = Interval<Double>.from(-1e15, to: 1e15)
    let declaration = Declaration.either([
      .number(interval, unit: ""), .text(words: "a text", pattern: nil), .boolean,
    ])
    return Self(declaration) { node throws(Refusal) in
      switch node.value {
      case .boolean(let value): return .flag(value)
      case .text(let text):
        // In C a text ends at its first zero.
        guard !text.utf8.contains(0) else { throw .outOfRange }
        return .text(text)
      case .number(let value, let exact):
        guard value.isFinite else { throw .notFinite }
        guard interval.contains(value) else { throw .outOfRange }
        return exact.map { .whole(Int64($0)) } ?? .number(value + 0)
      default: throw .wrongType
      }
    } write: { value, _ in
      switch value {
      case .whole(let number): .integer(Int128(number))
      case .number(let number): .number(number)
      case .flag(let flag): .boolean(flag)
      case .text(let text): .text(text)
      }
    }
  }
}

extension Shape<[PolicyParameter]> {
  /// The shape of named parameters, in any order.
  fileprivate static var parameters: Self {
    let value = Shape<PolicyParameter.Value>.parameter
    let declaration = Declaration.named(value.declaration)
    return Self(
      declaration: declaration,
      read: { node, path, faults in
        guard let members = node.members else {
          faults.add(.wrongType(found: node.shown, expected: declaration.words), at: path, node.origin)
          return nil
        }
        let found = members.compactMap { member -> PolicyParameter? in
          guard member.key.wholeMatch(of: #/[A-Za-z_][A-Za-z0-9_]*/#) != nil else {
            faults.add(
              .conflict(
                "`\(member.key)` is not a valid parameter name; use letters, digits and _, not beginning with a digit"
              ),
              at: path, member.origin)
            return nil
          }
          return value.read(member.value, path.member(member.key), &faults)
            .map { PolicyParameter(member.key, $0) }
        }
        return found.count == members.count ? found.sorted { $0.name < $1.name } : nil
      },
      write: { parameters, writing in
        .object(parameters.map { .init($0.name, value.write($0.value, writing)) })
      })
  }
}

extension OutsidePolicy {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        commandField,
        Field(
          "library", \.library, orAbsent: .file,
          "A shared library with the policy, relative to the scenario's folder; its interface is"
            + " `detour_policy.h`."),
        Field(
          "decides", \.decides, .oneOf, unwrittenAt: .requests,
          "What the policy decides: `requests`, the driver for a request, at each attempt; or `windows`, the pairs of all requests "
            + "in a window, at its end, as `batch` does (requires `matching.batch`)."),
        Field(
          "timeout_s", \.timeout, .seconds(.from(0.001, to: 86_400)), entersIdentity: false,
          "The time limit for each answer of the process, and for its exit; if it is exceeded, the run fails."
        ),
        nameField,
        Field(
          "parameters", \.parameters, .parameters, unwrittenAt: [],
          "The parameters passed to the policy at its start, such as `{alpha: 0.2}`; each can be set and"
            + " varied as `matching.policy.parameters.alpha`. Parameters unknown to the policy end the run."),
      ],
      check: { checked, faults in
        let policy = checked.value
        if (policy.command == nil) == (policy.library == nil) {
          let wrong = policy.command == nil ? "neither `command` nor `library`" : "`command` and `library`"
          checked.conflict(
            "an external policy has \(wrong); give one of them", ["command", "library"], &faults)
        } else if PolicyName(rawValue: policy.name) != nil {
          checked.conflict(
            "`\(policy.name)` is the name of a built-in policy; give another `name`",
            ["name", "command", "library"], &faults)
        }
      })
  }

  /// The field for the command. The scenario's identity includes only the last part of an absolute path: a file's
  /// location does not affect results, and its content counts as input.
  private static var commandField: Field<Self> {
    let shape = Shape<String>.text("a word of a command") { !$0.contains("\0") }
      .list(counts: 1...1_000).checked {
        $0[0].isEmpty ? "the first word, the program, is empty; give its name or path" : nil
      }
    return Field(
      name: "command",
      summary:
        "The command that starts the policy process, as a list of words; executed without a shell. The process is called at each "
        + "attempt (docs/policies.md). Its working directory is the scenario's folder, to which relative paths refer.",
      isRequired: false, declaration: shape.orNull.declaration,
      read: { node, path, policy, faults in
        if let words = shape.orNull.read(node, path, &faults) { policy.command = words }
      },
      write: { policy, writing in
        policy.command.map { words in
          .list(words.map { .text(writing == .identity && $0.hasPrefix("/") ? $0.lastPart : $0) })
        }
      })
  }

  /// The field for the policy's name, which does not affect results.
  private static var nameField: Field<Self> {
    let shape = Shape<String>.name.orNull
    return Field(
      name: "name", summary: "The name in results; by default the file's name without its extension.",
      isRequired: false, declaration: shape.declaration,
      read: { node, path, policy, faults in
        if let name = shape.read(node, path, &faults) { policy.givenName = name }
      },
      write: { policy, writing in writing == .identity ? nil : policy.givenName.map { .text($0) } })
  }
}

extension String {
  /// The part after the last `/`.
  fileprivate var lastPart: String { String(split(separator: "/").last ?? "") }
}
