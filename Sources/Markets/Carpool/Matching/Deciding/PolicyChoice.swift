public import Quantities

/// The policy that a scenario chooses: one of the program's own by its name, or one that stands outside of it.
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

  /// The policy, where it is one of the program's own.
  ///
  /// - Precondition: It is. One that stands outside is made by `OutsidePolicies`, which knows where its files are.
  public var shipped: any Policy {
    guard case .shipped(let name) = self else {
      preconditionFailure("the policy `\(name)` stands outside the program: hand it over")
    }
    return name.policy
  }

  /// The vantage from which cars are taken to go on when it decides.
  public var vantage: Vantage {
    switch self {
    case .shipped(let name): name.policy.vantage
    case .outside: .reported
    }
  }
}

/// A policy that stands outside the program: a process that answers, or a library that is loaded.
public struct OutsidePolicy: Hashable, Sendable {
  /// The words of the command that starts the process; nil of a library.
  public var command: [String]?
  /// The file of the library; nil of a process.
  public var library: String?
  /// The longest time that an answer of the process may take.
  public var timeout = Milliseconds(10_000)
  /// The parameters that it is told at its start, in ascending order of the names.
  public var parameters: [PolicyParameter] = []
  /// Its name in results; nil for the name of its file.
  public var givenName: String?

  /// Creates the policy of no file.
  public init() {}

  /// Its name in results: the given name, or that of its file without the ending (`mine` of `python3 mine.py`).
  public var name: String {
    if let givenName { return givenName }
    let words = command ?? [library ?? ""]
    let file = words.dropFirst().first { Self.ending(of: $0) != nil } ?? words.first ?? ""
    let last = file.split(separator: "/").last ?? ""
    return String(last.dropLast(Self.ending(of: file).map { $0.count + 1 } ?? 0))
  }

  /// The letters behind the last point of the file's name in `path`; nil where there are none.
  private static func ending(of path: String) -> Substring? {
    guard let file = path.split(separator: "/").last, let point = file.lastIndex(of: "."),
      point > file.startIndex
    else { return nil }
    let ending = file[file.index(after: point)...]
    return !ending.isEmpty && ending.allSatisfy(\.isLetter) ? ending : nil
  }
}
