import Lifecycle
import Matching
import Quantities
import Simulation
import Spaces
import Statistics
import Tables
public import Travellers

extension Metric {
  /// All metrics in the order of summary.csv.
  public static let all: [Metric] =
    [matchRate, serviceRate, coverage, requests, drivers, matches] + Cause.allCases.map(cause) + [
      attemptsPerMatch, timeToMatch, wait, waitAfterMatch, ride, passengerDetourFactor, timeToPickup,
      driverDetour, driverDetourMetres, driverDetourRatio, occupancy, vehicleKilometres, soloKilometres,
      vktSavedRatio, vktSaved, co2Saved, seatUtilisation, driversSharingRatio, preferenceAgreement,
    ]
}

// MARK: - How many

extension Metric {
  public static let matchRate = Metric(
    "match_rate", .ratio, over: .settled, better: .higherIsBetter,
    "Settled requests matched at least once ÷ settled requests.",
    elsewhere: "FleetPy's `% created offers` counts offers made, not offers accepted.",
    .share { $0.record.firstMatch != nil })

  public static let serviceRate = Metric(
    "service_rate", .ratio, over: .settled, better: .higherIsBetter,
    "Settled requests dropped off ÷ settled requests.",
    elsewhere:
      "FleetPy's `served online users [%]` in per cent; MATSim's 1 − rejectionRate, if nobody leaves after acceptance.",
    .share { $0.record.outcome == .served })

  public static let coverage = Metric(
    "coverage", .ratio, over: .probes, better: .higherIsBetter,
    "Probes with a candidate ÷ probes, submitted from the warm-up's end on.",
    .number { RunTotals.share($0.probeHits, of: $0.probes) })

  public static let requests = Metric(
    "requests", .count, over: .counted,
    "Requests submitted from the warm-up's end to the run's end, in progress or not; no probes, no refused rows.",
    .number { Double($0.settled + $0.inProgress) })

  public static let drivers = Metric(
    "drivers", .count, over: .drivers, "Driver rows that were not refused, whatever the warm-up.",
    .number { Double($0.drivers) })

  public static let matches = Metric(
    "matches", .count, over: .counted, better: .higherIsBetter,
    "Accepted attempts of the requests that `requests` counts; more than one where a driver cancelled.",
    .number { Double($0.matches) })

  /// How many requests were not served for the final cause `cause`.
  public static func cause(_ cause: Cause) -> Metric {
    let isRefusal = isRefusal(cause)
    let meaning =
      isRefusal
      ? "Request rows, probes included, that were refused for this cause: \(cause.meaning)."
      : "Settled requests not served whose final cause was this: \(cause.meaning)."
    return Metric(
      "cause." + cause.rawValue, .count, over: isRefusal ? .rows : .settled, meaning,
      .number { Double($0.causes[cause] ?? 0) })
  }

  static func isRefusal(_ cause: Cause) -> Bool {
    switch cause {
    case .offNetwork, .unknownNode, .outsideSpace, .tooLong, .unreachable, .sameEnds, .badWindow: true
    case .noDriverInRadius, .noneOnRoute, .noSeats, .preferences, .limits, .declined, .lapsed, .withdrawn,
      .patience:
      false
    }
  }

  public static let attemptsPerMatch = Metric(
    "attempts_per_match", .ratio, over: .counted, better: .lowerIsBetter,
    "Attempts of the requests that `requests` counts ÷ `matches`.",
    .number { RunTotals.share($0.attempts, of: $0.matches) })
}

// MARK: - What passengers get

extension Metric {
  public static let timeToMatch = Metric(
    "time_to_match_s", .seconds, over: .settled, better: .lowerIsBetter,
    "match_s − submit_s of the settled requests with a match that held at the end.",
    .ofRequests { of in of.record.match.map { ($0.time - of.request.submit).seconds } })

  public static let wait = Metric(
    "wait_s", .seconds, over: .settled, better: .lowerIsBetter,
    "pickup_s − submit_s of the settled requests picked up: the car's arrival ends the wait.",
    elsewhere: "FleetPy's `waiting time` and, for requests made on the spot, MATSim's `wait_average`.",
    .ofRequests { of in of.record.pickup.map { ($0 - of.request.submit).seconds } })

  public static let waitAfterMatch = Metric(
    "wait_after_match_s", .seconds, over: .settled, better: .lowerIsBetter,
    "pickup_s − match_s of the settled requests picked up.",
    .ofRequests { of in
      of.record.pickup.flatMap { pickup in of.record.match.map { (pickup - $0.time).seconds } }
    })

  public static let ride = Metric(
    "ride_s", .seconds, over: .settled, better: .lowerIsBetter,
    "dropoff_s − pickup_s of the settled requests dropped off; boarding is part of it.",
    elsewhere: "FleetPy's `travel time`, MATSim's `inVehicleTravelTime_mean`.",
    .ofRequests { $0.record.ride?.seconds })

  public static let passengerDetourFactor = Metric(
    "passenger_detour_factor", .ratio, over: .settled, better: .lowerIsBetter,
    "ride_s ÷ direct_s of the settled requests dropped off.",
    elsewhere:
      "MATSim's `timeDetour`, RidePy's `avg_detour`; FleetPy's `rel detour` less boarding, is (factor − 1) in per cent.",
    .ofRequests { of in
      let direct = of.request.direct.duration
      return direct > .zero ? of.record.ride.map { $0.seconds / direct.seconds } : nil
    })

  public static let timeToPickup = Metric(
    "time_to_pickup_s", .seconds, over: .settled, better: .lowerIsBetter,
    "From decision to reaching the passenger, as computed for the offer, of settled requests' accepted attempts.",
    .ofMatches { $0.timeToPickup.seconds })

  public static let preferenceAgreement = Metric(
    "preference_agreement", .ratio, over: .settled, better: .higherIsBetter,
    "Share of the stated wishes met, of the settled requests with a match that held at the end.",
    .ofRequests { $0.record.match?.agreement })
}

// MARK: - What drivers give

extension Metric {
  public static let driverDetour = Metric(
    "driver_detour_s", .seconds, over: .sharing, better: .lowerIsBetter,
    "arrive_s − solo_arrive_s of the drivers that shared (arrived, at least one request dropped off): the realised detour.",
    .ofDrivers { $0.detour.seconds })

  public static let driverDetourMetres = Metric(
    "driver_detour_m", .metres, over: .sharing, better: .lowerIsBetter, "The same in metres.",
    .ofDrivers { $0.record.drivenMetres - $0.driver.solo.metres })

  public static let driverDetourRatio = Metric(
    "driver_detour_ratio", .ratio, over: .sharing, better: .lowerIsBetter, "The same in seconds ÷ solo_s.",
    .ofDrivers { of in
      let solo = of.driver.solo.duration
      return solo > .zero ? of.detour.seconds / solo.seconds : nil
    })

  public static let driversSharingRatio = Metric(
    "drivers_sharing_ratio", .ratio, over: .arrived, better: .higherIsBetter,
    "Arrived drivers with at least one request dropped off ÷ arrived drivers.",
    elsewhere: "FleetPy's `shared rides [%]` counts rides shared among passengers, not drivers.",
    .number { RunTotals.share($0.sharing, of: $0.arrived) })
}

// MARK: - What the road sees

extension Metric {
  public static let occupancy = Metric(
    "occupancy", .ratio, over: .arrived, better: .higherIsBetter,
    "Σ persons·km ÷ Σ vehicle·km from the stops' odometers, driver counted, over all arrived drivers.",
    elsewhere:
      "FleetPy's `occupancy` and MATSim's d_p/d_t leave the driver out (ours is 1 higher); RidePy weights by time.",
    .number { RunTotals.quotient($0.legMetres + $0.passengerMetres, $0.legMetres) })

  public static let vehicleKilometres = Metric(
    "vehicle_km", .kilometres, over: .arrived,
    "Kilometres driven by the drivers that arrived, over the whole run.",
    elsewhere: "FleetPy's `total vkm`, MATSim's `totalDistance` count a fleet without trips of its own.",
    .number { $0.vehicleMetres / 1000 })

  public static let soloKilometres = Metric(
    "solo_km", .kilometres, over: .arrived, "Kilometres that the same drivers would have driven alone.",
    .number { $0.soloMetres / 1000 })

  public static let vktSavedRatio = Metric(
    "vkt_saved_ratio", .ratio, over: .vehicles, better: .higherIsBetter,
    "1 − (vehicle_km + direct km of every unserved request) ÷ (solo_km + direct km of every request); see vkt_saved_km.",
    elsewhere:
      "FleetPy's `saved distance [%]` is (direct − vkm) ÷ direct of served users: a fleet has no solo trips.",
    .number { RunTotals.quotient($0.savedMetres, $0.soloMetres + $0.directMetres) })

  public static let vktSaved = Metric(
    "vkt_saved_km", .kilometres, over: .vehicles, better: .higherIsBetter,
    "Solo km + direct km of the served requests − vehicle_km, one car per request, over the whole run, warm-up "
      + "included; left out: probes, refused rows, what is in progress, and requests in cars still under way.",
    .number { $0.savedMetres / 1000 })

  public static let co2Saved = Metric(
    "co2_saved_kg", .kilograms, over: .vehicles, better: .higherIsBetter,
    "vkt_saved_km × the scenario's kg of CO₂ per vehicle kilometre.",
    elsewhere: "FleetPy's `total CO2 emissions [t]` are emissions, not savings.",
    .number { $0.savedMetres / 1000 * $0.co2PerKm })

  public static let seatUtilisation = Metric(
    "seat_utilisation", .ratio, over: .arrived, better: .higherIsBetter,
    "Passenger·km ÷ seat·km (free seats × kilometres driven), over all arrived drivers.",
    .number { RunTotals.quotient($0.passengerMetres, $0.seatMetres) })
}
