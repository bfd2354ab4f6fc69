import EventKernel
import Market
import Matching
import Quantities
import Spaces
import Statistics

/// Where a request stands in its lifecycle.
struct RequestState {
  enum Phase {
    case searching
    /// An offer is open.
    case offered
    /// A driver is on the way.
    case matched
    case onBoard
    case ended
  }

  var phase = Phase.searching
  var cycle: Int32 = 1
  var attempt: Int32 = 0
  /// The driver asked or matched.
  var driver: Int32 = -1
  /// The next attempt, answer, or cancellation by the driver.
  var next: EventHandle?
  var patience: EventHandle?
  /// Drivers who declined in this cycle.
  var declined: [Int32] = []
  /// Drivers who took the passenger and cancelled: they are not asked again.
  var deserters: [Int32] = []
  /// Index of the last attempt in the log.
  var lastAttempt = -1
  var pickupOdometer: Metres = 0

  /// The drivers who are not asked in this cycle.
  var excluded: [Int32] {
    if deserters.isEmpty { return declined }
    return declined.isEmpty ? deserters : declined + deserters
  }
}

extension Simulator {
  mutating func submit(_ request: Int32, at time: Milliseconds) {
    note(.requestSubmitted, request: request)
    let patience = requests[Int(request)].patience
    if patience != .never, !requests[Int(request)].isProbe {
      let end = requests[Int(request)].submit.saturatingAdd(patience)
      requestStates[Int(request)].patience = schedule(.patience, request, at: max(time, end))
    }
    attempt(request, at: time)
    scheduleNextSubmission()
  }

  /// Tries again after `last` failed at `time`, or tells the passenger that the cycle is over.
  mutating func goOn(_ request: Int32, at time: Milliseconds) {
    let index = Int(request)
    requestStates[index].phase = .searching
    requestStates[index].driver = -1
    if requestStates[index].attempt < rules.attempts {
      requestStates[index].next = schedule(.retry, request, at: time + rules.retryInterval)
      return
    }
    note(.requestNotified, request: request)
    let cycle = requestStates[index].cycle
    guard cycle < rules.maxCycles, draw(.relaunch, request, cycle) < rules.relaunchProbability else {
      let wasCancelled = !requestStates[index].deserters.isEmpty
      let cause = records.attempts[requestStates[index].lastAttempt].cause
      end(request, wasCancelled ? .cancelledByDriver : .unmatched, cause, at: time)
      return
    }
    beginCycle(request)
    requestStates[index].next = schedule(.retry, request, at: time + rules.relaunchDelay)
  }

  mutating func beginCycle(_ request: Int32) {
    let index = Int(request)
    requestStates[index].cycle += 1
    requestStates[index].attempt = 0
    requestStates[index].declined = []
  }

  /// The request leaves the run.
  mutating func end(
    _ request: Int32, _ outcome: RequestOutcome, _ cause: Cause?, at time: Milliseconds
  ) {
    let index = Int(request)
    requestStates[index].phase = .ended
    cancelEvents(of: request)
    records.requests[index].outcome = outcome
    records.requests[index].cause = cause
    if records.requests[index].ended == nil { records.requests[index].ended = time }
  }

  mutating func cancelEvents(of request: Int32) {
    if let handle = requestStates[Int(request)].next { kernel.cancel(handle) }
    if let handle = requestStates[Int(request)].patience { kernel.cancel(handle) }
    requestStates[Int(request)].next = nil
    requestStates[Int(request)].patience = nil
  }

  func draw(_ purpose: Purpose, _ request: Int32, _ cycle: Int32, driver: Int32? = nil) -> Double {
    let id = UInt64(bitPattern: requests[Int(request)].id)
    let driverID = driver.map { UInt64(bitPattern: setup.drivers[Int($0)].id) } ?? 0
    var stream = rules.random.stream(purpose, id, driverID, UInt64(cycle))
    return stream.uniform()
  }
}

extension Simulator {
  mutating func board(_ request: Int32, at time: Milliseconds, odometer: Metres) {
    cancelEvents(of: request)
    requestStates[Int(request)].phase = .onBoard
    requestStates[Int(request)].pickupOdometer = odometer
    records.requests[Int(request)].pickup = time
    records.requests[Int(request)].ended = time
  }

  mutating func alight(_ request: Int32, at time: Milliseconds, odometer: Metres) {
    let metres = odometer - requestStates[Int(request)].pickupOdometer
    records.requests[Int(request)].rideMetres = metres
    records.requests[Int(request)].dropoff = time
    end(request, .served, nil, at: time)
  }

  /// Draws whether `driver` will cancel, and when on the way to the pickup.
  mutating func planCancellation(
    by driver: Int32, of request: Int32, pickupIn span: Milliseconds, at time: Milliseconds
  ) {
    let probability = rules.driverCancelProbability
    guard probability > 0 else { return }
    let draw = draw(.driverCancellation, request, requestStates[Int(request)].cycle, driver: driver)
    guard draw < probability else { return }
    // Given that it is below the probability, the draw tells evenly when.
    let delay = Milliseconds(Int64(draw / probability * Double(span.rawValue)))
    requestStates[Int(request)].next = schedule(.cancellation, request, at: time + delay)
  }

  /// The driver cancels: the passenger goes back to matching with a new cycle.
  mutating func cancelByDriver(_ request: Int32, at time: Milliseconds) {
    let index = Int(request)
    requestStates[index].next = nil
    leaveCar(request, at: time)
    note(.driverCancelled, driver: requestStates[index].driver, request: request)
    requestStates[index].deserters.append(requestStates[index].driver)
    requestStates[index].phase = .searching
    beginCycle(request)
    attempt(request, at: time)
  }

  /// The passenger has waited long enough, and leaves.
  mutating func losePatience(_ request: Int32, at time: Milliseconds) {
    let index = Int(request)
    requestStates[index].patience = nil
    let state = requestStates[index]
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
  private mutating func leaveCar(_ request: Int32, at time: Milliseconds) {
    let driver = requestStates[Int(request)].driver
    fleet.drop(indexOfRank[Int(request)], from: driver, at: time)
    scheduleNextStop(driver)
    records.requests[Int(request)].match = nil
  }
}

extension Purpose {
  /// The driver's answer to an offer, keyed (request, driver, cycle).
  static let response = Purpose(rawValue: 50)
  /// Whether a passenger asks again after a notification, keyed (request, cycle).
  static let relaunch = Purpose(rawValue: 51)
  /// Whether and when a driver cancels, keyed (request, driver, cycle).
  static let driverCancellation = Purpose(rawValue: 52)
}
