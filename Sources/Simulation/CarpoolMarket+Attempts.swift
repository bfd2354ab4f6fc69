import EventKernel
import Lifecycle
import Matching
import Quantities
import Spaces
import Statistics
import Travellers

extension CarpoolMarket {
  mutating func decide(_ call: Call, _ desk: inout Desk) -> AttemptRecord {
    let request = requests[call.ask]
    var view = Attempt(
      request: request, index: call.ask, cycle: call.cycle, attempt: call.attempt, time: call.time,
      promise: setup.terms.promise(for: request), excluded: call.excluded, fleet: fleet,
      random: desk.rules.random)
    inspect(view)
    let before = MachineClock.wall.nanoseconds
    let choice = setup.policy.choose(for: &view)
    let elapsed = MachineClock.wall.nanoseconds - before
    var record = AttemptRecord(
      request: call.ask, cycle: call.cycle, attempt: call.attempt, time: call.time, funnel: view.funnel,
      outcome: .noCandidate, cause: choice == nil ? view.funnel.cause : nil)
    record.bindingLimit = record.cause == .limits ? view.bindingLimit : nil
    record.decisionNanoseconds = UInt32(clamping: elapsed)
    if let choice { fill(&record, with: choice, for: request) }
    return record
  }

  private func fill(_ record: inout AttemptRecord, with choice: Candidate, for request: Request) {
    record.driver = choice.driver
    record.reported = choice.reported
    record.timeToPickup = choice.insertion.timeToPickup
    record.detour = choice.insertion.detour
    record.detourMetres = fleet.addedMetres(
      of: request, by: choice.insertion, to: choice.driver, at: record.time, from: fleet.vantage)
    record.cost = choice.cost
  }
}
