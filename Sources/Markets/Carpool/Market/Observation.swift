/// What a run records beyond its results, and whom it tells how far it is. None of it changes a result.
public struct Observation {
  public var recordsEvents = false
  public var recordsCandidates = false
  /// Whether every bend that cars drive through is kept.
  public var recordsTracks = false
  /// Whether every message, and every rating that somebody gives, is kept, and who is whose friend.
  public var recordsMessages = false
  public var recordsReviews = false
  public var recordsFriendships = false
  /// Whose attempts are explained by the drivers who came nearest to being candidates; nil for nobody's.
  public var explained: Explained?
  /// Called now and then with the share of requests that were submitted (0 … 1) and the events so far.
  public var progress: ((Double, Int64) -> Void)?

  public init() {}

  /// Whether anybody wants to know how drivers fare in attempts.
  var looksAtDrivers: Bool { recordsCandidates || explained != nil }

  /// Requests to explain.
  public struct Explained: Sendable {
    /// Whether it is explained, for each request of the run.
    public var requests: [Bool]
    /// How many drivers are shown for each attempt.
    public var drivers: Int

    /// Explains the `requests` that are true, each attempt by `drivers` drivers.
    public init(requests: [Bool], drivers: Int) {
      self.requests = requests
      self.drivers = drivers
    }
  }
}
