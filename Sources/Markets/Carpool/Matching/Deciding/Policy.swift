public import Quantities

/// A rule that chooses the driver to whom a request is offered.
///
/// A policy receives one attempt at a time and returns one of its candidates, or nil. The choice must depend only on
/// the attempt, so that equal attempts give equal choices. A custom policy is a type in one file; most only define the
/// value by which candidates are compared:
///
///     struct LeastDetour: Policy {
///       let name = "least_detour"
///       func worth(of candidate: Candidate, in attempt: Attempt) -> Double { candidate.insertion.detour.seconds }
///     }
public protocol Policy: Sendable {
  /// The name of the policy in scenarios and results.
  var name: String { get }

  /// The position from which insertions are evaluated for the decision; by default the reported one.
  var vantage: Vantage { get }

  /// The policy as one that decides attempts jointly; nil if it decides them one by one.
  var gathering: (any GatheringPolicy)? { get }

  /// Whether the policy chooses only drivers within both circles, and so need not be called if there are none; by
  /// default false.
  var staysInCircles: Bool { get }

  /// Returns every driver that the policy may choose for `attempt`, in ascending order of driver id: by default the
  /// candidates under the two-circles rule. Used by callers that evaluate the alternatives; most policies choose
  /// without it.
  func candidates(of attempt: inout Attempt) -> [Candidate]

  /// Returns the value by which `candidate` is compared, by default the weighted cost. The lowest value is chosen; ties
  /// go to the lower driver id.
  func worth(of candidate: Candidate, in attempt: Attempt) -> Double

  /// Chooses among the candidates of `attempt`, and fills in its funnel; by default, chooses the lowest `worth`.
  ///
  /// - Throws: the error that prevents a choice and ends the run; most policies never throw.
  func choose(for attempt: inout Attempt) throws -> Candidate?

  /// Returns the policy for one run; called before the first attempt. By default the policy itself; policies with
  /// per-run state, such as a child process, return a new one.
  ///
  /// - Throws: an error if the policy cannot start.
  func begin() throws -> any Policy

  /// Ends the policy's run.
  ///
  /// - Throws: an error that is detected only at the end and invalidates the run's results.
  func end() throws
}

extension Policy {
  public var vantage: Vantage { .reported }

  public var gathering: (any GatheringPolicy)? { nil }

  public var staysInCircles: Bool { false }

  public func candidates(of attempt: inout Attempt) -> [Candidate] { attempt.candidates() }

  public func worth(of candidate: Candidate, in attempt: Attempt) -> Double { Double(candidate.cost) }

  public func begin() -> any Policy { self }

  public func end() {}

  public func choose(for attempt: inout Attempt) -> Candidate? {
    let candidates = attempt.candidates()
    guard candidates.count > 1 else { return candidates.first }
    // By index: a candidate is two cache lines long. Candidates are in ascending order of id, so the first of
    // equals has the lowest.
    var best = 0
    var least = worth(of: candidates[best], in: attempt)
    for place in 1..<candidates.count {
      let worth = worth(of: candidates[place], in: attempt)
      if worth < least { (best, least) = (place, worth) }
    }
    return candidates[best]
  }
}

/// The policy chosen by a scenario: a built-in policy, given by name, or an external one.
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

  /// The built-in policy with the chosen name.
  ///
  /// - Precondition: the policy is built in. External ones are created by `OutsidePolicies`, which locates their files.
  public var shipped: any Policy {
    guard case .shipped(let name) = self else {
      preconditionFailure("the policy `\(name)` stands outside the program: hand it over")
    }
    return name.policy
  }

  /// Whether the policy decides the requests of a window jointly.
  public var gathers: Bool {
    switch self {
    case .shipped(let name): name.gathers
    case .outside(let policy): policy.decides == .windows
    }
  }

  /// The position from which insertions are evaluated for the decision.
  public var vantage: Vantage {
    switch self {
    case .shipped(let name): name.policy.vantage
    case .outside: .reported
    }
  }
}

/// What an external policy decides at a time.
public enum PolicyScope: String, CaseIterable, Sendable {
  /// The driver for one request, at each attempt.
  case requests
  /// The pairs for all requests of a window, at its end.
  case windows
}

/// An external policy: a process or a shared library.
public struct OutsidePolicy: Hashable, Sendable {
  /// The command line that starts the process; nil for a library.
  public var command: [String]?
  /// The path of the library; nil for a process.
  public var library: String?
  /// What the policy decides at a time: one request, or a window.
  public var decides = PolicyScope.requests
  /// The time limit for each reply of the process.
  public var timeout = Milliseconds(10_000)
  /// The parameters passed at the start, in ascending order of names.
  public var parameters: [PolicyParameter] = []
  /// The given name, used in results; nil: the name of the file.
  public var givenName: String?

  /// Creates an external policy whose command or library is yet to be set.
  public init() {}

  /// The name in results: the given name, or else the file name without its extension (`mine` for `python3 mine.py`).
  public var name: String {
    if let givenName { return givenName }
    let words = command ?? [library ?? ""]
    let file = words.dropFirst().first { Self.ending(of: $0) != nil } ?? words.first ?? ""
    let last = file.split(separator: "/").last ?? ""
    return String(last.dropLast(Self.ending(of: file).map { $0.count + 1 } ?? 0))
  }

  /// Returns the file extension of `path`; nil if it has none.
  private static func ending(of path: String) -> Substring? {
    guard let file = path.split(separator: "/").last, let point = file.lastIndex(of: "."),
      point > file.startIndex
    else { return nil }
    let ending = file[file.index(after: point)...]
    return !ending.isEmpty && ending.allSatisfy(\.isLetter) ? ending : nil
  }
}

/// A named value passed from a scenario to an external policy.
public struct PolicyParameter: Hashable, Sendable {
  public var name: String
  public var value: Value

  /// The value of a parameter.
  public enum Value: Hashable, Sendable {
    case whole(Int64)
    case number(Double)
    case flag(Bool)
    case text(String)
  }

  /// Creates the parameter `name` with `value`.
  public init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }
}
