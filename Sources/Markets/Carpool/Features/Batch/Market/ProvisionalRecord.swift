public import Quantities
public import Travellers

/// A passenger and a driver who were paired by one or more consecutive windows.
public struct ProvisionalRecord: Sendable {
  public var request: RequestIndex
  public var driver: DriverIndex
  /// The end of the first window that paired them, and the end of the pair; `.never` if the pair still exists at
  /// the end of the run.
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

/// How a provisional pair ended; the raw value is the name in provisional.csv.
public enum ProvisionalFate: String, CaseIterable, Sendable {
  case final
  case replaced
  case dissolved
  case withdrawn
  case open
}
