/// A rule that chooses the driver who gets the offer.
///
/// A policy sees one attempt at a time and answers with one of its candidates, or with nil. It must depend on
/// the attempt alone: the same attempt, the same answer. A policy of one's own is a type in one file, and most say
/// only what they compare candidates by:
///
///     struct LeastDetour: Policy {
///       let name = "least_detour"
///       func worth(of candidate: Candidate, in attempt: Attempt) -> Double { candidate.insertion.detour.seconds }
///     }
public protocol Policy: Sendable {
  /// The name of the policy in scenarios and results.
  var name: String { get }

  /// The vantage from which cars are taken to go on when the policy decides; at their reported positions unless it says
  /// otherwise.
  var vantage: Vantage { get }

  /// The policy as one that decides attempts together; nil where it decides them one by one.
  var gathering: (any GatheringPolicy)? { get }

  /// True if the policy chooses nobody where both circles leave nobody: it is not asked then; false unless the policy says
  /// otherwise.
  var staysInCircles: Bool { get }

  /// Returns every driver whom it may choose for `attempt`, in ascending order of driver id: the candidates of the two circles unless the
  /// policy says otherwise. A caller that counts what a choice leaves asks for them; most policies choose without.
  func candidates(of attempt: inout Attempt) -> [Candidate]

  /// Returns the value that `candidate` is compared with others by: the least is chosen, and of equals the lower driver id. The weighted
  /// cost unless the policy says otherwise.
  func worth(of candidate: Candidate, in attempt: Attempt) -> Double

  /// Chooses among the candidates of `attempt`, the one of least worth unless the policy says otherwise, and leaves its
  /// funnel filled in.
  ///
  /// - Throws: What keeps the policy from choosing, of which the run then ends; most policies throw nothing.
  func choose(for attempt: inout Attempt) throws -> Candidate?

  /// The policy for one run, of which it is told before the first attempt: itself, unless it keeps something for each run
  /// apart, as a process that answers.
  ///
  /// - Throws: What keeps it from beginning.
  func begin() throws -> any Policy

  /// The run of which `begin` was told has come to its end.
  ///
  /// - Throws: What only shows then, and makes the run's results worthless.
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
    // By their places: a candidate is two lines long. They come in ascending order of id, so the first of equals has the lowest.
    var best = 0
    var least = worth(of: candidates[best], in: attempt)
    for place in 1..<candidates.count {
      let worth = worth(of: candidates[place], in: attempt)
      if worth < least { (best, least) = (place, worth) }
    }
    return candidates[best]
  }
}
