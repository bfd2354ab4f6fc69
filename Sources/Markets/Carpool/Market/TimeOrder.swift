import Matching
import Quantities
import Travellers

/// The chronological order in which a run stores requests (by submission) and drivers (by arrival).
///
/// In order of id, travellers under way at the same time are scattered over memory, so that every request, state and
/// record is a cache miss; in chronological order, they share a few pages. No result depends on the order: equal times
/// are ordered by id, and ties between drivers are broken by id.
struct TimeOrder {
  /// The requests' indexes in the input, sorted by submission.
  private let requests: [RequestIndex]
  /// The drivers' indexes in the input, sorted by the time at which they enter the market.
  private let drivers: [DriverIndex]

  /// The number of requests above which requests and their state exceed the processor's cache.
  static let worthwhile = 20_000

  /// Creates the order for `setup`; nil if there are fewer than `least` requests, or if anything outside the run
  /// depends on indexes.
  init?(of setup: SimulationSetup, least: Int = worthwhile) {
    guard setup.requests.count >= least, setup.policy.staysInCircles, setup.board == nil,
      setup.society == nil, setup.terms.transfer == nil, !setup.terms.sharesStops,
      !setup.observation.looksAtAttempts,
      !setup.observation.recordsTracks
    else { return nil }
    requests = Self.order(setup.requests.lazy.map(\.submit))
    drivers = Self.order(setup.drivers.lazy.map { max(.zero, min($0.announce, $0.depart)) })
  }

  /// Returns the indexes of `times`, ordered by time, then by index.
  private static func order<Index: ListIndex>(_ times: some Collection<Milliseconds>) -> [Index] {
    var places = times.enumerated().map { TimedPlace($0, at: $1) }
    places.sortByTime()
    return places.map { Index(rawValue: $0.place) }
  }

  /// Returns `setup` with drivers and requests in this order.
  func applied(to setup: SimulationSetup) -> SimulationSetup {
    var ordered = setup
    ordered.requests = []
    ordered.requests.reserveLargePages(for: requests.count)
    for place in requests { ordered.requests.append(setup.requests[place]) }
    ordered.drivers = drivers.map { setup.drivers[$0] }
    return ordered
  }

  /// Replaces the indexes of requests and drivers in the `records` of a run in this order with their indexes in the
  /// input.
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

  /// Moves each element of `list` to its index in `places`, without copying the list, which may take half of the memory
  /// used.
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
