import Quantities
import Travellers

/// The times between which the rule could find each driver, `.never` for until the arrival; nil for one whom it never could.
struct FindableTimes {
  /// Empty if every driver is found from the announcement on.
  private(set) var times: [ClosedRange<Milliseconds>?]

  /// Creates the times of `drivers` drivers, none of whom can be found yet.
  init(drivers: Int) { times = Array(repeating: nil, count: drivers) }

  /// The rule may find `driver` from `time` on.
  mutating func show(_ driver: DriverIndex, from time: Milliseconds) {
    times[Int(driver)] = time...Milliseconds.never
  }

  /// The rule does not find `driver` from `time` on.
  mutating func hide(_ driver: DriverIndex, at time: Milliseconds) {
    if let since = times[Int(driver)]?.lowerBound { times[Int(driver)] = since...time }
  }
}
