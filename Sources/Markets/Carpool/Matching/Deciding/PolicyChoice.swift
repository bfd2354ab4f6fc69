public import Quantities

/// The policy of a scenario: a built-in one by name, or an external one.
public enum PolicyChoice: Hashable, Sendable {
  case shipped(PolicyName)
  case outside(OutsidePolicy)

  /// The name of the policy in results.
  public var name: String {
    switch self {
    case .shipped(let name): name.rawValue
    case .outside(let policy): policy.name
    }
  }

  /// The built-in policy.
  ///
  /// - Precondition: the policy is built in. External ones are created by `OutsidePolicies`, which locates their
  ///   files.
  public var shipped: any Policy {
    guard case .shipped(let name) = self else {
      preconditionFailure("the policy `\(name)` stands outside the program: hand it over")
    }
    return name.policy
  }

  /// Whether the policy decides the requests of a window together.
  public var gathers: Bool {
    switch self {
    case .shipped(let name): name.gathers
    case .outside(let policy): policy.decides == .windows
    }
  }

  /// The vantage from which insertions are evaluated for the decision.
  public var vantage: Vantage {
    switch self {
    case .shipped(let name): name.policy.vantage
    case .outside: .reported
    }
  }
}

/// What an external policy is asked for.
public enum PolicyScope: String, CaseIterable, Sendable {
  /// A driver for a request, at each attempt.
  case requests
  /// The pairs of a window, at its end.
  case windows
}

/// An external policy: a process or a shared library.
public struct OutsidePolicy: Hashable, Sendable {
  /// The command line of the process; nil for a library.
  public var command: [String]?
  /// The file of the library; nil for a process.
  public var library: String?
  /// What it decides.
  public var decides = PolicyScope.requests
  /// The time limit for a reply of the process.
  public var timeout = Milliseconds(10_000)
  /// The parameters passed at the start, in ascending order of names.
  public var parameters: [PolicyParameter] = []
  /// The name in results; nil: the name of the file.
  public var givenName: String?

  /// Creates a policy without a file.
  public init() {}

  /// The name in results: the given one, or that of the file without extension (`mine` for `python3 mine.py`).
  public var name: String {
    if let givenName { return givenName }
    let words = command ?? [library ?? ""]
    let file = words.dropFirst().first { Self.ending(of: $0) != nil } ?? words.first ?? ""
    let last = file.split(separator: "/").last ?? ""
    return String(last.dropLast(Self.ending(of: file).map { $0.count + 1 } ?? 0))
  }

  /// Returns the file extension in `path`; nil if there is none.
  private static func ending(of path: String) -> Substring? {
    guard let file = path.split(separator: "/").last, let point = file.lastIndex(of: "."),
      point > file.startIndex
    else { return nil }
    let ending = file[file.index(after: point)...]
    return !ending.isEmpty && ending.allSatisfy(\.isLetter) ? ending : nil
  }
}
