/// A rule that chooses the driver who gets the offer.
///
/// A policy sees one attempt at a time and answers with one of its candidates, or with nil. It must depend on
/// the attempt alone: the same attempt, the same answer. A policy of one's own is a type in one file:
///
///     struct LeastDetour: Policy {
///       let name = "least_detour"
///       func choose(for attempt: inout Attempt) -> Candidate? {
///         attempt.candidates().min { $0.insertion.detour < $1.insertion.detour }
///       }
///     }
public protocol Policy: Sendable {
  /// What scenarios and results call the policy.
  var name: String { get }

  /// From where cars are taken to go on when the policy decides; at their reported positions unless it says
  /// otherwise.
  var vantage: Vantage { get }

  /// Chooses among the candidates of `attempt`, and leaves its funnel filled in.
  func choose(for attempt: inout Attempt) -> Candidate?
}

extension Policy {
  public var vantage: Vantage { .reported }
}

/// The rule of the report: the candidate of least cost; the lower driver id where costs are equal.
public struct TwoCircles: Policy {
  public let name = "two_circles"
  public init() {}

  public func choose(for attempt: inout Attempt) -> Candidate? {
    attempt.candidates().min { ($0.cost, $0.driver) < ($1.cost, $1.driver) }
  }
}

/// The candidate whose reported position is nearest to the pickup as the crow flies; then the lower id.
public struct Nearest: Policy {
  public let name = "nearest"
  public init() {}

  public func choose(for attempt: inout Attempt) -> Candidate? {
    let candidates = attempt.candidates()
    let view = attempt
    return candidates.min { (view.distance(to: $0), $0.driver) < (view.distance(to: $1), $1.driver) }
  }
}

/// The candidate of lowest driver id.
public struct First: Policy {
  public let name = "first"
  public init() {}

  public func choose(for attempt: inout Attempt) -> Candidate? { attempt.candidates().first }
}

/// A candidate drawn with equal chances.
public struct Random: Policy {
  public let name = "random"
  public init() {}

  public func choose(for attempt: inout Attempt) -> Candidate? {
    let candidates = attempt.candidates()
    guard !candidates.isEmpty else { return nil }
    return candidates[attempt.draw(below: candidates.count)]
  }
}

/// The exact matcher: the best feasible insertion over all drivers, as seen from where the cars really are.
public struct BestInsertion: Policy {
  public let name = "insertion"
  public let vantage = Vantage.actual
  public init() {}

  public func choose(for attempt: inout Attempt) -> Candidate? { attempt.bestInsertion() }
}

/// The policies that scenarios can name.
public let policies: [any Policy] = [TwoCircles(), Nearest(), First(), Random(), BestInsertion()]
