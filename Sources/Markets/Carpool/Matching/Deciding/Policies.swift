/// The policies selectable by name in scenarios.
public enum PolicyName: String, CaseIterable, Sendable {
  case twoCircles = "two_circles"
  case nearest
  case first
  case random
  case insertion
  case batch
  case stable

  /// Whether the policy decides the requests of a window jointly.
  public var gathers: Bool { policy.gathering != nil }

  /// The policy with this name.
  public var policy: any Policy {
    switch self {
    case .twoCircles: TwoCircles()
    case .nearest: Nearest()
    case .first: First()
    case .random: Random()
    case .insertion: BestInsertion()
    case .batch: Batch()
    case .stable: Stable()
    }
  }

  /// A description of the policy's choice for documents.
  public var meaning: String {
    switch self {
    case .twoCircles: "the candidate of least cost"
    case .nearest: "the one with the reported position nearest to the pickup in a straight line"
    case .first: "the one with the lowest driver id"
    case .random: "a uniformly random one"
    case .insertion: "the best insertion over all drivers, from their true positions"
    case .batch: "the requests of a window together, with maximum matches or minimum cost (`matching.batch`)"
    case .stable:
      "the requests of a window together, so that no passenger and driver prefer each other to their partners"
    }
  }
}

/// The rule of the report: the candidate with the least cost; ties go to the lower driver id.
public struct TwoCircles: Policy {
  public let name = PolicyName.twoCircles.rawValue
  public let staysInCircles = true
  public init() {}
}

/// The candidate whose reported position is nearest to the pickup in a straight line; ties go to the lower driver id.
public struct Nearest: Policy {
  public let name = PolicyName.nearest.rawValue
  public let staysInCircles = true
  public init() {}

  public func worth(of candidate: Candidate, in attempt: Attempt) -> Double {
    attempt.distance(to: candidate)
  }
}

/// The candidate with the lowest driver id.
public struct First: Policy {
  public let name = PolicyName.first.rawValue
  public let staysInCircles = true
  public init() {}

  public func worth(of candidate: Candidate, in attempt: Attempt) -> Double { 0 }
}

/// A uniformly drawn candidate.
public struct Random: Policy {
  public let name = PolicyName.random.rawValue
  public let staysInCircles = true
  public init() {}

  public func worth(of candidate: Candidate, in attempt: Attempt) -> Double { 0 }

  public func choose(for attempt: inout Attempt) -> Candidate? {
    let candidates = attempt.candidates()
    guard !candidates.isEmpty else { return nil }
    return candidates[attempt.draw(below: candidates.count)]
  }
}

/// The exact matcher: the best feasible insertion over all drivers, evaluated from the cars' true positions.
public struct BestInsertion: Policy {
  public let name = PolicyName.insertion.rawValue
  public let vantage = Vantage.actual
  public init() {}

  public func worth(of candidate: Candidate, in attempt: Attempt) -> Double { Double(candidate.value) }

  public func candidates(of attempt: inout Attempt) -> [Candidate] { attempt.insertions() }

  public func choose(for attempt: inout Attempt) -> Candidate? { attempt.bestInsertion() }
}
