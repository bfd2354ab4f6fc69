public import Matching
public import Metrics
import Statistics
import Tables
public import Travellers

// MARK: - How many

extension Metric {
  public static let matchRate = Metric(
    "match_rate", .ratio, over: .settled, better: .higherIsBetter,
    "Settled requests matched at least once ÷ settled requests.",
    elsewhere: "FleetPy's `% created offers` counts offers made, not offers accepted.")

  public static let serviceRate = Metric(
    "service_rate", .ratio, over: .settled, better: .higherIsBetter,
    "Settled requests dropped off ÷ settled requests.",
    elsewhere:
      "FleetPy's `served online users [%]` in per cent; MATSim's 1 − rejectionRate, if nobody leaves after acceptance."
  )

  public static let coverage = Metric(
    "coverage", .ratio, over: .probes, better: .higherIsBetter,
    "Probes with a candidate ÷ probes, submitted from the warm-up's end on.")

  public static let requests = Metric(
    "requests", .count, over: .counted,
    "Requests submitted from the warm-up's end to the end of the run, in progress or not, excluding probes and refused rows."
  )

  public static let drivers = Metric(
    "drivers", .count, over: .drivers, "Driver rows that were not refused, irrespective of the warm-up.")

  public static let matches = Metric(
    "matches", .count, over: .counted, better: .higherIsBetter,
    "Accepted attempts of the requests that `requests` counts; more than one if a driver cancelled.")

  /// Returns the metric for the number of requests that were not served, with `cause` as the final cause.
  public static func cause(_ cause: Cause) -> Metric {
    let isRefusal = isRefusal(cause)
    let meaning =
      isRefusal
      ? "Request rows, probes included, that were refused because \(cause.meaning)."
      : "Settled requests that ended unserved because \(cause.meaning)."
    return Metric("cause." + cause.rawValue, .count, over: isRefusal ? .rows : .settled, meaning)
  }

  /// Returns the metric for the number of attempts that failed because of limits, with `limit` exceeded by the nearest
  /// driver.
  public static func lost(to limit: Limit) -> Metric {
    Metric(
      limitPrefix + limit.rawValue, .count, over: .counted, title: "Lost to the limit on \(limit.title)",
      "Failed attempts of the requests that `requests` counts, with the cause `limits`, in which the closest driver violated this "
        + "limit: \(limit.meaning.lowercasedFirst)")
  }

  /// The prefix of the names of figures that count failed attempts by the limit exceeded.
  public static let limitPrefix = "lost_to."

  static func isRefusal(_ cause: Cause) -> Bool {
    switch cause {
    case .offNetwork, .unknownNode, .outsideSpace, .tooLong, .unreachable, .sameEnds, .badWindow: true
    case .choice, .noDriver, .noDriverInRadius, .noneOnRoute, .noSeats, .preferences, .limits, .declined,
      .lapsed,
      .withdrawn,
      .patience, .cancelledAfterMatch, .notVerified, .nonePublished, .tooFar, .tooDear, .noFunds,
      .undelivered, .unanswered,
      .noShow, .calledOff, .leftService, .noAccount, .unassigned, .outage:
      false
    }
  }

  public static let attemptsPerMatch = Metric(
    "attempts_per_match", .ratio, over: .counted, better: .lowerIsBetter, isShare: false,
    "Attempts of the requests that `requests` counts ÷ `matches`.")
}

// MARK: - What passengers get

extension Metric {
  public static let timeToMatch = Metric(
    "time_to_match_s", .seconds, over: .settled, better: .lowerIsBetter, isDistribution: true,
    "match_s − submit_s of the settled requests with a final match; for those who planned ahead and were"
      + " matched with a car on the road, from the desired departure.")

  public static let wait = Metric(
    "wait_s", .seconds, over: .settled, better: .lowerIsBetter, isDistribution: true,
    "pickup_s − submit_s of the settled requests picked up: the car's arrival ends the wait; for those who planned ahead"
      + " it begins at the desired departure and includes the walk to the stop.",
    elsewhere: "FleetPy's `waiting time` and, for requests made on the spot, MATSim's `wait_average`.")

  public static let waitAfterMatch = Metric(
    "wait_after_match_s", .seconds, over: .settled, better: .lowerIsBetter, isDistribution: true,
    "pickup_s − match_s of the settled requests picked up, at most wait_s: for those who planned ahead, whose pair may have become"
      + " final earlier, it begins at the desired departure."
  )

  public static let ride = Metric(
    "ride_s", .seconds, over: .settled, better: .lowerIsBetter, isDistribution: true,
    "dropoff_s − pickup_s of the settled requests dropped off; boarding is part of it.",
    elsewhere: "FleetPy's `travel time`, MATSim's `inVehicleTravelTime_mean`.")

  public static let passengerDetourFactor = Metric(
    "passenger_detour_factor", .ratio, over: .settled, better: .lowerIsBetter, isDistribution: true,
    isShare: false,
    "ride_s ÷ direct_s of the settled requests dropped off; for those who walked, to a meeting point or to the stop of a"
      + " booking, both walks included.",
    elsewhere:
      "MATSim's `timeDetour`, RidePy's `avg_detour`; FleetPy's `rel detour` less boarding, is (factor − 1) in per cent."
  )

  public static let timeToPickup = Metric(
    "time_to_pickup_s", .seconds, over: .settled, better: .lowerIsBetter, isDistribution: true,
    "The time from the decision to the pickup, as computed for the offer, of settled requests' accepted attempts; excluding"
      + " searches on the board."
  )

  public static let preferenceAgreement = Metric(
    "preference_agreement", .ratio, over: .settled, better: .higherIsBetter, isDistribution: true,
    "The share of the stated wishes met, of the settled requests with a final match.")
}

// MARK: - What drivers give

extension Metric {
  public static let driverDetour = Metric(
    "driver_detour_s", .seconds, over: .sharing, better: .lowerIsBetter, isDistribution: true,
    "arrive_s − solo_arrive_s of the drivers that shared (arrived, at least one request dropped off): the realised detour."
  )

  public static let driverDetourMetres = Metric(
    "driver_detour_m", .metres, over: .sharing, better: .lowerIsBetter, isDistribution: true,
    "The realised detour in metres.")

  public static let driverDetourRatio = Metric(
    "driver_detour_ratio", .ratio, over: .sharing, better: .lowerIsBetter, isDistribution: true,
    title: "Driver detour, of the solo trip",
    "The realised detour in seconds ÷ solo_s.")

  public static let driversSharingRatio = Metric(
    "drivers_sharing_ratio", .ratio, over: .arrived, better: .higherIsBetter,
    title: "Drivers who shared",
    "Arrived drivers with at least one request dropped off ÷ arrived drivers.",
    elsewhere: "FleetPy's `shared rides [%]` counts rides shared among passengers, not drivers.")
}

// MARK: - What the road sees

extension Metric {
  public static let occupancy = Metric(
    "occupancy", .ratio, over: .arrived, better: .higherIsBetter, isShare: false,
    "Σ persons·km ÷ Σ vehicle·km from the stops' odometers, driver included, over all arrived drivers.",
    elsewhere:
      "FleetPy's `occupancy` and MATSim's d_p/d_t exclude the driver (ours is 1 higher); RidePy weights by time."
  )

  public static let vehicleKilometres = Metric(
    "vehicle_km", .kilometres, over: .arrived,
    "Kilometres driven by arrived drivers, over the whole run.",
    elsewhere: "FleetPy's `total vkm`, MATSim's `totalDistance` count a fleet without trips of its own.")

  public static let soloKilometres = Metric(
    "solo_km", .kilometres, over: .arrived, "Kilometres of the same drivers' solo trips.")

  public static let vktSavedRatio = Metric(
    "vkt_saved_ratio", .ratio, over: .vehicles, better: .higherIsBetter,
    "1 − (vehicle_km + direct km of all unserved requests) ÷ (solo_km + direct km of all requests); see vkt_saved_km.",
    elsewhere:
      "FleetPy's `saved distance [%]` is (direct − vkm) ÷ direct of served users: a fleet has no solo trips.")

  public static let vktSaved = Metric(
    "vkt_saved_km", .kilometres, over: .vehicles, better: .higherIsBetter,
    "Solo km + direct km of the served requests − vehicle_km, one car per request, over the whole run, warm-up "
      + "included; excluded: probes, refused rows, requests in progress, and requests in cars still under way."
  )

  public static let co2Saved = Metric(
    "co2_saved_kg", .kilograms, over: .vehicles, better: .higherIsBetter,
    "vkt_saved_km × the scenario's kg of CO₂ per vehicle kilometre.",
    elsewhere: "FleetPy's `total CO2 emissions [t]` are emissions, not savings.")

  public static let seatUtilisation = Metric(
    "seat_utilisation", .ratio, over: .arrived, better: .higherIsBetter,
    "Passenger·km ÷ seat·km (free seats × kilometres driven), over all arrived drivers.")
}
