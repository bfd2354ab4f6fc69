public import Quantities

/// What a run records beyond its results, and where it reports its progress.
///
/// None of it changes a result.
public struct Observation {
  public var recordsEvents = false
  public var recordsCandidates = false
  /// Whether the tracks of all cars are recorded.
  public var recordsTracks = false
  /// Whether all messages, ratings and friendships are recorded.
  public var recordsMessages = false
  public var recordsReviews = false
  public var recordsFriendships = false
  /// The requests to explain, by the drivers who came closest to being candidates; nil for none.
  public var explained: Explained?
  /// The periodic review of the run in progress; nil for none.
  public var review: Review?
  /// Called from time to time with the share of requests submitted (0 … 1) and the number of events so far.
  public var progress: ((Double, Int64) -> Void)?

  public init() {}

  /// Whether attempts are examined before they are decided.
  var looksAtAttempts: Bool { recordsCandidates || explained != nil || review != nil }

  /// A periodic look at the records of a run so far.
  public struct Review {
    /// The minimum simulated time between two looks.
    public var interval: Milliseconds
    /// Called before the first attempt after the interval, with the records up to it.
    public var take: (RunRecords) -> Void

    /// Calls `take` every `interval`.
    public init(every interval: Milliseconds, _ take: @escaping (RunRecords) -> Void) {
      self.interval = interval
      self.take = take
    }
  }

  /// Requests to explain.
  public struct Explained: Sendable {
    /// For each request of the run, whether it is explained.
    public var requests: [Bool]
    /// The number of drivers shown for each attempt.
    public var drivers: Int

    /// Explains the `requests` marked true, with `drivers` drivers per attempt.
    public init(requests: [Bool], drivers: Int) {
      self.requests = requests
      self.drivers = drivers
    }
  }
}
