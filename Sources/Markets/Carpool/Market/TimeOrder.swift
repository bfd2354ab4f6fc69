import Matching
import Quantities
import Travellers

/// The order of time, in which the requests and drivers of a run stand while it runs: as they are submitted, and as they come.
///
/// The input has them in the order of their ids, in which those under way at a time have neighbours who are at any other: request,
/// state and record come from memory line by line. In the order of time those under way stand in a few pages. No result
/// depends on it: among equal times the order of ids stays, and ties between drivers go by their ids.
struct TimeOrder {
  /// The places by id, in the order of submission.
  private let requests: [RequestIndex]
  /// The drivers likewise, in the order in which they come.
  private let drivers: [DriverIndex]

  /// As many requests as that no longer stand in the processor's cache with all that is kept of them.
  static let worthwhile = 20_000

  /// The order of those of `setup`; nil where there are fewer requests than `least`, and where anything but the run goes by places.
  init?(of setup: SimulationSetup, least: Int = worthwhile) {
    guard setup.requests.count >= least, setup.policy.staysInCircles, setup.board == nil,
      setup.society == nil, setup.terms.transfer == nil, !setup.observation.looksAtAttempts,
      !setup.observation.recordsTracks
    else { return nil }
    requests = Self.order(setup.requests.lazy.map(\.submit))
    drivers = Self.order(setup.drivers.lazy.map { max(.zero, min($0.announce, $0.depart)) })
  }

  /// The places of `times`, earliest first; of equals the lower place first.
  private static func order<Index: ListIndex>(_ times: some Collection<Milliseconds>) -> [Index] {
    var places = times.enumerated().map { TimedPlace($0, at: $1) }
    places.sortByTime()
    return places.map { Index(rawValue: $0.place) }
  }

  /// `setup` in this order.
  func applied(to setup: SimulationSetup) -> SimulationSetup {
    var ordered = setup
    ordered.requests = []
    ordered.requests.reserveLargePages(for: requests.count)
    for place in requests { ordered.requests.append(setup.requests[place]) }
    ordered.drivers = drivers.map { setup.drivers[$0] }
    return ordered
  }

  /// Lets `records` of such a run name requests and drivers by their places by id.
  func restore(_ records: inout RunRecords) {
    Self.move(&records.requests, to: requests)
    Self.move(&records.drivers, to: drivers)
    for number in records.requests.indices {
      guard var match = records.requests[number].match else { continue }
      restore(&match.driver)
      records.requests[number].match = match
    }
    for number in records.attempts.indices {
      restore(&records.attempts[number].request)
      restore(&records.attempts[number].driver)
    }
    for number in records.stops.indices {
      restore(&records.stops[number].request)
      restore(&records.stops[number].driver)
    }
    for number in records.log.indices {
      restore(&records.log[number].request)
      restore(&records.log[number].driver)
    }
    guard var cancellations = records.cancellations else { return }
    for number in cancellations.indices {
      restore(&cancellations[number].request)
      restore(&cancellations[number].driver)
    }
    records.cancellations = cancellations
  }

  /// Moves each element of `list` to its place among `places`, without a copy of the list, which may be half of all memory.
  private static func move<Element>(_ list: inout [Element], to places: [some ListIndex]) {
    var isMoved = [Bool](repeating: false, count: places.count)
    for start in places.indices where !isMoved[start] {
      var (moving, rank) = (list[start], start)
      repeat {
        isMoved[rank] = true
        rank = Int(places[rank])
        swap(&list[rank], &moving)
      } while rank != start
    }
  }

  private func restore(_ request: inout RequestIndex) {
    if request != .none { request = requests[Int(request)] }
  }

  private func restore(_ driver: inout DriverIndex) {
    if driver != .none { driver = drivers[Int(driver)] }
  }
}
