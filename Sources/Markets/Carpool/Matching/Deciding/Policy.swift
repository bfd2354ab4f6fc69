/// A rule that chooses the driver for the offer.
///
/// A policy receives one attempt at a time and returns one of its candidates, or nil. It must depend only on the
/// attempt, so that equal attempts give equal choices. A custom policy is a type in one file, and most only define
/// the value by which candidates are compared:
///
///     struct LeastDetour: Policy {
///       let name = "least_detour"
///       func worth(of candidate: Candidate, in attempt: Attempt) -> Double { candidate.insertion.detour.seconds }
///     }
public protocol Policy: Sendable {
  /// The name of the policy in scenarios and results.
  var name: String { get }

  /// The vantage from which insertions are evaluated for the decision; by default the reported positions.
  var vantage: Vantage { get }

  /// The policy as one that decides attempts together; nil if it decides them one by one.
  var gathering: (any GatheringPolicy)? { get }

  /// Whether the policy never chooses a driver outside both circles, so that it need not be called if there is none
  /// inside; by default false.
  var staysInCircles: Bool { get }

  /// Returns every driver that the policy may choose for `attempt`, in ascending order of driver id: by default the
  /// candidates of both circles. Required by callers that evaluate the remaining options; most policies choose
  /// without it.
  func candidates(of attempt: inout Attempt) -> [Candidate]

  /// Returns the value by which `candidate` is compared: the lowest is chosen, of equals the lower driver id. By
  /// default the weighted cost.
  func worth(of candidate: Candidate, in attempt: Attempt) -> Double

  /// Chooses among the candidates of `attempt`, by default the one of least worth, and fills in its funnel.
  ///
  /// - Throws: the error that prevents a choice, which ends the run; most policies throw nothing.
  func choose(for attempt: inout Attempt) throws -> Candidate?

  /// Returns the policy for one run, before the first attempt: itself, unless it has state for each run, such as a
  /// child process.
  ///
  /// - Throws: the error that prevents the start.
  func begin() throws -> any Policy

  /// Ends the policy's run.
  ///
  /// - Throws: an error that only shows at the end, and invalidates the run's results.
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
