public import Quantities

/// A choice of what a run records beyond its results, and whom it tells how far it is.
///
/// None of it changes a result.
public struct Observation {
  public var recordsEvents = false
  public var recordsCandidates = false
  /// True if every bend that cars drive through is kept.
  public var recordsTracks = false
  /// True if every message, every rating given, and every friendship is kept.
  public var recordsMessages = false
  public var recordsReviews = false
  public var recordsFriendships = false
  /// The requests whose attempts are explained by the drivers who came nearest to being candidates; nil for none.
  public var explained: Explained?
  /// The look that is taken at the run while it is under way; nil for none.
  public var review: Review?
  /// Called now and then with the share of requests that were submitted (0 … 1) and the events so far.
  public var progress: ((Double, Int64) -> Void)?

  public init() {}

  /// True if attempts are looked at before they are decided.
  var looksAtAttempts: Bool { recordsCandidates || explained != nil || review != nil }

  /// A look at what a run has left behind so far.
  public struct Review {
    /// At least so much simulated time lies between two looks.
    public var interval: Milliseconds
    /// Called before the first attempt that is as late, with records that end with it.
    public var take: (RunRecords) -> Void

    /// Calls `take` every `interval`.
    public init(every interval: Milliseconds, _ take: @escaping (RunRecords) -> Void) {
      self.interval = interval
      self.take = take
    }
  }

  /// Requests to explain.
  public struct Explained: Sendable {
    /// True for each request of the run that is explained.
    public var requests: [Bool]
    /// The number of drivers shown for each attempt.
    public var drivers: Int

    /// Explains the `requests` that are true, each attempt by `drivers` drivers.
    public init(requests: [Bool], drivers: Int) {
      self.requests = requests
      self.drivers = drivers
    }
  }
}
