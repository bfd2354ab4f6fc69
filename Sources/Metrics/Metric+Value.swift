extension Metric {
  /// The number of a metric that is one number; nil where it does not apply.
  func value(_ samples: Samples, _ cars: CarSamples, co2PerKm: Double) -> Double? {
    switch self {
    case .matchRate: Self.share(samples.everMatched, of: samples.settled)
    case .serviceRate: Self.share(samples.served, of: samples.settled)
    case .coverage: Self.share(samples.probeHits, of: samples.probes)
    case .requests: Double(samples.settled + samples.inProgress)
    case .drivers: Double(cars.drivers)
    case .matches: Double(samples.matches)
    case .cause(let cause): Double(samples.causes[cause] ?? 0)
    case .attemptsPerMatch: Self.share(samples.attempts, of: samples.matches)
    case .occupancy: Self.quotient(cars.legMetres + cars.passengerMetres, cars.legMetres)
    case .vehicleKilometres: cars.vehicleMetres / 1000
    case .soloKilometres: cars.soloMetres / 1000
    case .vktSavedRatio: Self.quotient(cars.savedMetres, cars.soloMetres + cars.directMetres)
    case .vktSaved: cars.savedMetres / 1000
    case .co2Saved: cars.savedMetres / 1000 * co2PerKm
    case .seatUtilisation: Self.quotient(cars.passengerMetres, cars.seatMetres)
    case .driversSharingRatio: Self.share(cars.sharing, of: cars.arrived)
    case .timeToMatch, .wait, .waitAfterMatch, .ride, .passengerDetourFactor, .timeToPickup, .driverDetour,
      .driverDetourMetres, .driverDetourRatio, .preferenceAgreement:
      nil
    }
  }

  /// The observations of a metric that is a distribution.
  func sample(_ samples: Samples, _ cars: CarSamples) -> [Double] {
    switch self {
    case .timeToMatch: samples.timeToMatch
    case .wait: samples.wait
    case .waitAfterMatch: samples.waitAfterMatch
    case .ride: samples.ride
    case .passengerDetourFactor: samples.passengerDetourFactor
    case .timeToPickup: samples.timeToPickup
    case .driverDetour: cars.detour
    case .driverDetourMetres: cars.detourMetres
    case .driverDetourRatio: cars.detourRatio
    case .preferenceAgreement: samples.preferenceAgreement
    default: []
    }
  }

  private static func share(_ part: Int, of whole: Int) -> Double? {
    whole > 0 ? Double(part) / Double(whole) : nil
  }

  private static func quotient(_ a: Double, _ b: Double) -> Double? { b > 0 ? a / b : nil }
}

extension CarSamples {
  /// Metres that would have been driven without sharing, less the metres that were.
  var savedMetres: Double { soloMetres + servedDirectMetres - vehicleMetres }
}
