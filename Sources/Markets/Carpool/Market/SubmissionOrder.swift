import Matching
import Quantities
import Travellers

/// The order in which the requests of a run are submitted, in which they stand while it runs.
///
/// Requests stand by their ids, and who asks at a time has neighbours who ask at any other: request, state and record come from
/// memory line by line. In the order of time those under way stand in a few pages. No result depends on it: among equal times the
/// order of ids stays.
struct SubmissionOrder {
  /// The places by id, in the order of submission.
  private let places: [RequestIndex]

  /// As many requests as that no longer stand in the processor's cache with all that is kept of them.
  static let worthwhile = 20_000

  /// The order of the requests of `setup`; nil where they stand in it, where there are fewer than `least`, and where somebody but the
  /// run goes by their places.
  init?(of setup: SimulationSetup, least: Int = worthwhile) {
    guard setup.requests.count >= least, setup.policy.staysInCircles, setup.board == nil,
      setup.society == nil, setup.terms.transfer == nil, setup.observation.explained == nil,
      setup.observation.review == nil
    else { return nil }
    var keys = setup.requests.indices.map { Int128(setup.requests[$0].submit.rawValue) << 32 | Int128($0) }
    guard zip(keys, keys.dropFirst()).contains(where: { $0 > $1 }) else { return nil }
    keys.sort()
    places = keys.map { RequestIndex(rawValue: Int32(truncatingIfNeeded: $0)) }
  }

  /// `setup` with its requests in this order.
  func applied(to setup: SimulationSetup) -> SimulationSetup {
    var ordered: [Request] = []
    ordered.reserveLargePages(for: places.count)
    for place in places { ordered.append(setup.requests[place]) }
    var setup = setup
    setup.requests = ordered
    return setup
  }

  /// Lets `records` of such a run name the requests by their places by id.
  func restore(_ records: inout RunRecords) {
    let ordered = records.requests
    for (rank, place) in places.enumerated() { records.requests[place] = ordered[rank] }
    func restore(_ request: inout RequestIndex) {
      if request >= 0 { request = places[Int(request)] }
    }
    for number in records.attempts.indices { restore(&records.attempts[number].request) }
    for number in records.stops.indices { restore(&records.stops[number].request) }
    for number in records.log.indices { restore(&records.log[number].request) }
    for number in records.candidates.indices { restore(&records.candidates[number].request) }
    if var cancellations = records.cancellations {
      for number in cancellations.indices { restore(&cancellations[number].request) }
      records.cancellations = cancellations
    }
  }
}
