public import Market

/// What a run records beyond its results, and whom it tells how far it is. None of it changes a result.
public struct Observation {
  public var recordsEvents = false
  public var recordsCandidates = false
  /// Whether every bend that cars drive through is kept.
  public var recordsTracks = false
  /// A request each of whose attempts is worked out for every available driver.
  public var inspectedRequest: RequestIndex?
  /// Called now and then with the share of requests that were submitted (0 … 1) and the events so far.
  public var progress: ((Double, Int64) -> Void)?

  public init() {}
}
