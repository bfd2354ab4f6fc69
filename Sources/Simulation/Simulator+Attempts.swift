import EventKernel
import Matching
import Quantities
import Spaces
import Statistics
import Travellers

extension Simulator {
  mutating func attempt(_ request: RequestIndex, at time: Milliseconds) {
    requestStates[request].next = nil
    requestStates[request].attempt += 1
    records.requests[request].attempts += 1
    let cycle = requestStates[request].cycle
    // A cycle that the passenger does not wait for has no attempt, and does not count.
    records.requests[request].cycles = cycle
    let number = requestStates[request].attempt
    var view = Attempt(
      request: requests[request], index: request, cycle: cycle, attempt: number, time: time,
      promise: setup.terms.promise(for: requests[request]), excluded: requestStates[request].excluded,
      fleet: fleet, random: rules.random)
    inspect(view)
    let before = MachineClock.wall.nanoseconds
    let choice = setup.policy.choose(for: &view)
    let elapsed = MachineClock.wall.nanoseconds - before
    var record = AttemptRecord(
      request: request, cycle: cycle, attempt: number, time: time, funnel: view.funnel,
      outcome: choice == nil ? .noCandidate : .inProgress, cause: choice == nil ? view.funnel.cause : nil)
    record.bindingLimit = record.cause == .limits ? view.bindingLimit : nil
    record.decisionNanoseconds = UInt32(clamping: elapsed)
    requestStates[request].lastAttempt = records.attempts.count
    if let choice { fill(&record, with: choice, for: requests[request]) }
    let isProbe = requests[request].isProbe
    if isProbe { record.outcome = choice == nil ? .probeMiss : .probeHit }
    records.attempts.append(record)
    note(.attempt, driver: record.driver, request: request)
    if isProbe {
      end(request, choice == nil ? .probeMiss : .probeHit, record.cause, at: time)
    } else if let choice {
      offer(request, to: choice.driver, at: time)
    } else {
      goOn(request, at: time)
    }
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

  /// Tries again after an attempt failed at `time`, or tells the passenger that the cycle is over.
  mutating func goOn(_ request: RequestIndex, at time: Milliseconds) {
    requestStates[request].phase = .searching
    requestStates[request].driver = .none
    if requestStates[request].attempt < rules.attempts {
      requestStates[request].next = schedule(.retry(request), at: time + rules.retryInterval)
      return
    }
    note(.requestNotified, request: request)
    let cycle = requestStates[request].cycle
    guard cycle < rules.maxCycles, draw(.relaunch, request, cycle) < rules.relaunchProbability else {
      let wasCancelled = !requestStates[request].deserters.isEmpty
      let cause = records.attempts[requestStates[request].lastAttempt].cause
      end(request, wasCancelled ? .cancelledByDriver : .unmatched, cause, at: time)
      return
    }
    beginCycle(request)
    requestStates[request].next = schedule(.retry(request), at: time + rules.relaunchDelay)
  }

  mutating func beginCycle(_ request: RequestIndex) {
    requestStates[request].cycle += 1
    requestStates[request].attempt = 0
    requestStates[request].declined = []
  }
}
