import EventKernel
import Matching
import Quantities
import Spaces
import Statistics
import Travellers

extension Simulator {
  mutating func submit(_ request: RequestIndex, at time: Milliseconds) {
    note(.requestSubmitted, request: request)
    let patience = requests[request].patience
    if patience != .never, !requests[request].isProbe {
      let end = requests[request].submit.saturatingAdd(patience)
      requestStates[request].patience = schedule(.patience(request), at: max(time, end))
    }
    attempt(request, at: time)
    scheduleNextSubmission()
  }

  /// The request leaves the run.
  mutating func end(
    _ request: RequestIndex, _ outcome: RequestOutcome, _ cause: Cause?, at time: Milliseconds
  ) {
    requestStates[request].phase = .ended
    cancelEvents(of: request)
    records.requests[request].outcome = outcome
    records.requests[request].cause = cause
    if records.requests[request].ended == nil { records.requests[request].ended = time }
  }

  mutating func cancelEvents(of request: RequestIndex) {
    if let handle = requestStates[request].next { kernel.cancel(handle) }
    if let handle = requestStates[request].patience { kernel.cancel(handle) }
    requestStates[request].next = nil
    requestStates[request].patience = nil
  }

  func draw(_ purpose: Purpose, _ request: RequestIndex, _ cycle: Int32, driver: DriverIndex? = nil) -> Double
  {
    let id = UInt64(bitPattern: requests[request].id)
    let driverID = driver.map { UInt64(bitPattern: setup.drivers[$0].id) } ?? 0
    var stream = rules.random.stream(purpose, id, driverID, UInt64(cycle))
    return stream.uniform()
  }
}

extension Simulator {
  mutating func board(_ request: RequestIndex, at time: Milliseconds, odometer: Metres) {
    cancelEvents(of: request)
    requestStates[request].phase = .onBoard
    requestStates[request].pickupOdometer = odometer
    records.requests[request].pickup = time
    records.requests[request].ended = time
  }

  mutating func alight(_ request: RequestIndex, at time: Milliseconds, odometer: Metres) {
    let metres = odometer - requestStates[request].pickupOdometer
    records.requests[request].rideMetres = metres
    records.requests[request].dropoff = time
    end(request, .served, nil, at: time)
  }

  /// Draws whether `driver` will cancel, and when on the way to the pickup.
  mutating func planCancellation(
    by driver: DriverIndex, of request: RequestIndex, pickupIn span: Milliseconds, at time: Milliseconds
  ) {
    let probability = rules.driverCancelProbability
    guard probability > 0 else { return }
    let draw = draw(.driverCancellation, request, requestStates[request].cycle, driver: driver)
    guard draw < probability else { return }
    // Given that it is below the probability, the draw tells evenly when.
    let delay = Milliseconds(Int64(draw / probability * Double(span.rawValue)))
    requestStates[request].next = schedule(.cancellation(request), at: time + delay)
  }

  /// The driver cancels: the passenger goes back to matching with a new cycle.
  mutating func cancelByDriver(_ request: RequestIndex, at time: Milliseconds) {
    requestStates[request].next = nil
    leaveCar(request, at: time)
    note(.driverCancelled, driver: requestStates[request].driver, request: request)
    requestStates[request].deserters.append(requestStates[request].driver)
    requestStates[request].phase = .searching
    beginCycle(request)
    attempt(request, at: time)
  }

  /// The passenger has waited long enough, and leaves.
  mutating func losePatience(_ request: RequestIndex, at time: Milliseconds) {
    requestStates[request].patience = nil
    let state = requestStates[request]
    switch state.phase {
    case .offered:
      records.attempts[state.lastAttempt].outcome = .withdrawn
      records.attempts[state.lastAttempt].cause = .withdrawn
      fleet.release(state.driver, at: time)
      note(.withdrawn, driver: state.driver, request: request)
    case .matched: leaveCar(request, at: time)
    case .searching: break
    case .onBoard, .ended: preconditionFailure("patience ends at the pickup")
    }
    note(.passengerLeft, request: request)
    end(request, .cancelledByPassenger, .patience, at: time)
  }

  /// Takes a passenger who was not picked up yet out of the driver's plan: the match does not hold.
  private mutating func leaveCar(_ request: RequestIndex, at time: Milliseconds) {
    let driver = requestStates[request].driver
    keepTrack(of: driver, before: time)
    fleet.drop(request, from: driver, at: time)
    scheduleNextStop(driver)
    records.requests[request].match = nil
  }
}
