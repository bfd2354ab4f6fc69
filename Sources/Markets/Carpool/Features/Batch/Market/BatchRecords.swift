public import Quantities
public import Travellers

/// The record of joint decisions, if the scenario configures them.
public struct BatchRecords: Sendable {
  /// The windows, in chronological order; empty if requests were decided immediately.
  public var windows: [WindowRecord] = []
  /// The number of attempts to find a driver, excluding probes and board searches.
  public var decided = 0
  /// The number of feasible pairs of attempt and driver.
  public var pairs = 0
  /// The number of blocking pairs: feasible pairs that both sides would have preferred to the decision.
  public var blockingPairs = 0
}

/// A window, with the requests decided jointly at its end.
public struct WindowRecord: Sendable {
  /// The time at which the window ended and was decided.
  public var time: Milliseconds
  /// The number of requests decided, excluding those that had already left.
  public var requests = 0
  /// The number of drivers who could have served at least one of the requests.
  public var drivers = 0
  /// The number of feasible pairs of request and driver.
  public var pairs = 0
  /// The number of requests for which a driver was found.
  public var found = 0
  /// The number of blocking pairs: feasible pairs that both sides would have preferred to the decision.
  public var blockingPairs = 0

  public init(time: Milliseconds) { self.time = time }
}

/// A passenger and a driver paired in one or more consecutive windows.
public struct ProvisionalRecord: Sendable {
  public var request: RequestIndex
  public var driver: DriverIndex
  /// The end of the first window that paired them, and the time at which the pairing ended; `.never` if it still holds
  /// at the end of the run.
  public var from: Milliseconds
  public var until = Milliseconds.never
  /// The number of windows that paired them.
  public var windows: Int32 = 1
  /// The cost of the pair in its first window, in weighted milliseconds.
  public var cost: Int64
  public var fate = ProvisionalFate.open

  public init(request: RequestIndex, driver: DriverIndex, from: Milliseconds, cost: Int64) {
    self.request = request
    self.driver = driver
    self.from = from
    self.cost = cost
  }
}

/// The outcome of a provisional pair; the raw value is the name in provisional.csv.
public enum ProvisionalFate: String, CaseIterable, Sendable {
  case final
  case replaced
  case dissolved
  case withdrawn
  case open
}
