import Market
import Quantities
import Simulation
import Spaces

/// The observations and sums that the figures of a run are made from, gathered in one pass over its records.
struct Samples {
  /// Requests submitted from the warm-up's end on, by outcome; probes and refused rows are not among them.
  var settled = 0
  var inProgress = 0
  var everMatched = 0
  var served = 0
  var outcomes: [RequestOutcome: Int] = [:]
  var causes: [Cause: Int] = [:]
  var probes = 0
  var probeHits = 0
  var attempts = 0
  var matches = 0

  var timeToMatch: [Double] = []
  var wait: [Double] = []
  var waitAfterMatch: [Double] = []
  var ride: [Double] = []
  var passengerDetourFactor: [Double] = []
  var preferenceAgreement: [Double] = []
  var timeToPickup: [Double] = []

  init(of run: FinishedRun) {
    addRequests(run)
    addAttempts(run)
  }

  private mutating func addRequests(_ run: FinishedRun) {
    for (row, request) in run.requests.enumerated() {
      let record = run.records.requests[row]
      let role = run.role(ofRequest: row)
      if role == .refused, let cause = record.cause { causes[cause, default: 0] += 1 }
      if role == .refused { outcomes[.refusedInput, default: 0] += 1 }
      guard role != .refused, role != .unreached, request.submit >= run.warmUp else { continue }
      outcomes[record.outcome, default: 0] += 1
      switch role {
      case .settled: addSettled(request, record)
      case .inProgress: inProgress += 1
      case .probe:
        probes += 1
        if record.outcome == .probeHit { probeHits += 1 }
      case .unreached, .refused: break
      }
    }
  }

  private mutating func addSettled(_ request: Request, _ record: RequestRecord) {
    settled += 1
    if record.firstMatch != nil { everMatched += 1 }
    if record.outcome == .served {
      served += 1
    } else if let cause = record.cause {
      causes[cause, default: 0] += 1
    }
    if let match = record.match {
      timeToMatch.append((match.time - request.submit).seconds)
      preferenceAgreement.append(match.agreement)
    }
    guard let pickup = record.pickup else { return }
    wait.append((pickup - request.submit).seconds)
    if let match = record.match { waitAfterMatch.append((pickup - match.time).seconds) }
    guard let dropoff = record.dropoff else { return }
    ride.append((dropoff - pickup).seconds)
    if request.direct.duration > .zero {
      passengerDetourFactor.append((dropoff - pickup).seconds / request.direct.duration.seconds)
    }
  }

  private mutating func addAttempts(_ run: FinishedRun) {
    for attempt in run.records.attempts {
      let row = Int(attempt.request)
      let role = run.role(ofRequest: row)
      guard role == .settled || role == .inProgress, run.requests[row].submit >= run.warmUp else { continue }
      attempts += 1
      guard attempt.outcome == .accepted else { continue }
      matches += 1
      if role == .settled { timeToPickup.append(attempt.timeToPickup.seconds) }
    }
  }
}

/// The sums and observations of the cars of a run: of the drivers that arrived, over the whole run.
struct CarSamples {
  /// Drivers that took part.
  var drivers = 0
  var arrived = 0
  var sharing = 0
  var vehicleMetres = 0.0
  var soloMetres = 0.0
  /// Metres between stops, and the same times the persons on board, from the stops' odometers.
  var legMetres = 0.0
  var passengerMetres = 0.0
  var seatMetres = 0.0
  /// Direct metres of the requests in the comparison of kilometres, and of those of them that were served.
  var directMetres = 0.0
  var servedDirectMetres = 0.0

  var detour: [Double] = []
  var detourMetres: [Double] = []
  var detourRatio: [Double] = []

  init(of run: FinishedRun) {
    addDrivers(run)
    addStops(run)
    addDirect(run)
  }

  private mutating func addDrivers(_ run: FinishedRun) {
    for (driver, record) in zip(run.drivers, run.records.drivers) where record.outcome != .refusedInput {
      drivers += 1
      guard record.outcome == .arrived, let arrive = record.arrive else { continue }
      arrived += 1
      vehicleMetres += record.drivenMetres
      soloMetres += driver.solo.metres
      seatMetres += Double(driver.seats) * record.drivenMetres
      guard record.served > 0 else { continue }
      sharing += 1
      let excess = (arrive - driver.depart - driver.solo.duration).seconds
      detour.append(excess)
      detourMetres.append(record.drivenMetres - driver.solo.metres)
      if driver.solo.duration > .zero { detourRatio.append(excess / driver.solo.duration.seconds) }
    }
  }

  private mutating func addStops(_ run: FinishedRun) {
    var last = [(odometer: Double, onBoard: Int16)](repeating: (0, 0), count: run.drivers.count)
    for stop in run.records.stops {
      let driver = Int(stop.driver)
      if run.records.drivers[driver].outcome == .arrived {
        let leg = stop.odometer - last[driver].odometer
        legMetres += leg
        passengerMetres += Double(last[driver].onBoard) * leg
      }
      last[driver] = (stop.odometer, stop.onBoardAfter)
    }
  }

  private mutating func addDirect(_ run: FinishedRun) {
    for (row, request) in run.requests.enumerated() where run.role(ofRequest: row) == .settled {
      let record = run.records.requests[row]
      guard record.outcome == .served else {
        directMetres += request.direct.metres
        continue
      }
      // The kilometres of a car still under way are not known, so neither is what its passengers saved.
      if let match = record.match, run.records.drivers[Int(match.driver)].outcome != .arrived { continue }
      directMetres += request.direct.metres
      servedDirectMetres += request.direct.metres
    }
  }
}
