import Market
import Matching
import Quantities
import Simulation
import Tables

extension FinishedRun {
  /// Writes candidates.csv.
  func writeCandidates(into table: inout TableFile) throws(TableError) {
    let candidates = records.candidates
    let order = stableOrder(of: candidates.count, keys: requests.count) { Int(candidates[$0].request) }
    for index in order {
      let candidate = candidates[index]
      let diagnosis = candidate.diagnosis
      let best = diagnosis.result.best
      table.row.id(requests[Int(candidate.request)].id, requestNames)
      table.row.field(candidate.cycle)
      table.row.field(candidate.attempt)
      table.row.id(drivers[Int(diagnosis.driver)].id, driverNames)
      table.row.coordinates(diagnosis.reported, geometry)
      table.row.metres(diagnosis.metresToPickup)
      table.row.metres(diagnosis.metresToRoute.isFinite ? diagnosis.metresToRoute : nil)
      table.row.field(diagnosis.failed?.name)
      table.row.field(diagnosis.result.bindingLimit?.rawValue)
      table.row.field(best?.timeToPickup)
      table.row.field(best?.detour)
      table.row.ratio(diagnosis.agreement)
      table.row.field(best.map { _ in diagnosis.cost })
      try table.endRow()
    }
  }

  /// Writes events.csv.
  func writeEvents(into table: inout TableFile) throws(TableError) {
    for (index, event) in records.log.enumerated() {
      table.row.field(index + 1)
      table.row.field(event.time)
      table.row.field(event.kind.rawValue)
      table.row.id(event.request != .none ? requests[Int(event.request)].id : nil, requestNames)
      table.row.id(event.driver != .none ? drivers[Int(event.driver)].id : nil, driverNames)
      try table.endRow()
    }
  }
}
