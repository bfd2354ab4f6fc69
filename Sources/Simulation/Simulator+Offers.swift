import EventKernel
import Matching
import Quantities
import Spaces
import Statistics
import Travellers

extension Simulator {
  /// Asks `driver`, who cannot be asked by others until the answer.
  mutating func offer(_ request: RequestIndex, to driver: DriverIndex, at time: Milliseconds) {
    fleet.reserve(driver)
    records.drivers[driver].offers += 1
    requestStates[request].phase = .offered
    requestStates[request].driver = driver
    requestStates[request].next = schedule(.answer(request), at: time + rules.answerDelay)
  }

  /// The driver answers: no, or yes, and then the insertion is evaluated again from the true position.
  mutating func answer(_ request: RequestIndex, at time: Milliseconds) {
    let state = requestStates[request]
    let driver = state.driver
    requestStates[request].next = nil
    records.attempts[state.lastAttempt].answered = time
    let saysNo =
      rules.declineProbability > 0
      && draw(.response, request, state.cycle, driver: driver) < rules.declineProbability
    if saysNo {
      records.drivers[driver].declines += 1
      requestStates[request].declined.append(driver)
      fail(request, .declined, .declined, binding: nil, at: time)
      return
    }
    let input = requests[request]
    let promise = setup.terms.promise(for: input)
    guard fleet.isActive(driver) else {
      fail(request, .lapsed, .lapsed, binding: .seats, at: time)
      return
    }
    let result = fleet.evaluate(Inquiry(input, promise: promise, at: time), into: driver, from: .actual)
    guard let insertion = result.best else {
      fail(request, .lapsed, .lapsed, binding: result.bindingLimit, at: time)
      return
    }
    match(request, with: driver, insertion, result, promise, at: time)
  }

  private mutating func fail(
    _ request: RequestIndex, _ outcome: AttemptOutcome, _ cause: Cause, binding: Limit?, at time: Milliseconds
  ) {
    let state = requestStates[request]
    records.attempts[state.lastAttempt].outcome = outcome
    records.attempts[state.lastAttempt].cause = cause
    records.attempts[state.lastAttempt].bindingLimit = binding
    note(outcome == .declined ? .declined : .lapsed, driver: state.driver, request: request)
    fleet.release(state.driver, at: time)
    goOn(request, at: time)
  }

  private mutating func match(
    _ request: RequestIndex, with driver: DriverIndex, _ insertion: Insertion, _ result: InsertionResult,
    _ promise: Promise,
    at time: Milliseconds
  ) {
    let input = requests[request]
    let metres = fleet.addedMetres(of: input, by: insertion, to: driver, at: time, from: .actual)
    keepTrack(of: driver, before: time)
    fleet.accept(
      input, as: request, promise: promise, insertion: insertion, by: driver, at: time)
    fleet.release(driver, at: time)
    scheduleNextStop(driver)
    records.attempts[requestStates[request].lastAttempt].outcome = .accepted
    if records.requests[request].firstMatch == nil { records.requests[request].firstMatch = time }
    records.requests[request].match = MatchRecord(
      time: time, driver: driver, latestPickup: promise.latestPickup, latestDropoff: promise.latestDropoff,
      detour: insertion.detour, detourMetres: metres, agreement: result.agreement,
      cost: result.cost)
    requestStates[request].phase = .matched
    note(.accepted, driver: driver, request: request)
    planCancellation(by: driver, of: request, pickupIn: insertion.timeToPickup, at: time)
  }
}
