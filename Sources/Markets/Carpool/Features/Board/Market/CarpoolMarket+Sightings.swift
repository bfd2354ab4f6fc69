import Board
import Lifecycle
import Matching
import Quantities
import Spaces
import Travellers

extension CarpoolMarket {
  /// Works out how published trips fare in the search `call` for `seek`, if that is asked for: the best and those
  /// that came nearest.
  mutating func inspect(_ call: Call, _ seek: Seek, _ planning: Planning, attempt: Int) {
    guard let shown = observed.driversShown(to: call.request), seek.recorded == nil else { return }
    let request = requests[call.request]
    let query = BoardQuery(request, seek, at: call.time, funds: funds(of: call.request))
    let inquiry = Inquiry(
      request, as: call.request, promise: setup.terms.promise(for: request), at: call.time)
    var rich = query
    rich.funds = .max
    let fleet = fleet
    var found: [(sighting: SightingRecord, order: (stage: Int, miss: Double))] = []
    for driver in setup.drivers.places
    where planning.board.shows(driver) && !call.excluded.contains(driver) {
      let verdict = planning.board.judge(driver, for: query) { fleet.agreement(of: inquiry, with: $0) }
      var sighting = SightingRecord(attempt: attempt, driver: driver, verdict: verdict)
      if case .fails(let stage) = verdict, stage != .funds {
        let stops = planning.trip(of: driver)?.stops ?? []
        func nearest(_ position: Position) -> Metres {
          stops.lazy.map { fleet.geometry.distance(position, $0.place.position) }.min() ?? .infinity
        }
        found.append((sighting, (stage.rawValue, nearest(query.origin) + nearest(query.destination))))
        continue
      }
      let stage = verdict == .fails(.funds) ? BoardStage.funds.rawValue : BoardStage.allCases.count
      let judged = planning.board.judge(driver, for: rich) { fleet.agreement(of: inquiry, with: $0) }
      guard case .passes(var seat) = judged else { continue }
      if case .passes(let affordable) = verdict { seat = affordable }
      sighting.seat = seat
      if case .failure(let missed) = reservation(of: seat, for: call, planning) {
        sighting.canCome = false
        sighting.limit = missed.limit
      }
      found.append((sighting, (stage, Double(seat.score))))
    }
    found.sort { a, b in
      a.order.stage == b.order.stage
        ? (a.order.miss, a.sighting.driver) < (b.order.miss, b.sighting.driver)
        : a.order.stage > b.order.stage
    }
    observed.sightings += found.prefix(shown).map(\.sighting)
  }
}
