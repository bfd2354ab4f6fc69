import Market
public import Statistics

extension Metric {
  /// What the metric is, in a sentence or two: over which requests or drivers, and what it leaves out.
  ///
  /// "Settled" requests are those submitted from the warm-up's end on, neither probes nor refused nor in
  /// progress at the end.
  public var definition: String {
    switch self {
    case .matchRate: "Settled requests matched at least once ÷ settled requests."
    case .serviceRate: "Settled requests dropped off ÷ settled requests."
    case .coverage: "Probes with a candidate ÷ probes, submitted from the warm-up's end on."
    case .requests:
      "Requests submitted from the warm-up's end to the run's end, in progress or not; no probes, no refused rows."
    case .drivers: "Driver rows that were not refused, whatever the warm-up."
    case .matches:
      "Accepted attempts of the requests that `requests` counts; more than one where a driver cancelled."
    case .cause(let cause):
      Self.isRefusal(cause)
        ? "Request rows, probes included, that were refused for this cause: \(cause.meaning)."
        : "Settled requests not served whose final cause was this: \(cause.meaning)."
    case .attemptsPerMatch: "Attempts of the requests that `requests` counts ÷ `matches`."
    case .timeToMatch: "match_s − submit_s of the settled requests with a match that held at the end."
    case .wait: "pickup_s − submit_s of the settled requests picked up: the car's arrival ends the wait."
    case .waitAfterMatch: "pickup_s − match_s of the settled requests picked up."
    case .ride: "dropoff_s − pickup_s of the settled requests dropped off; boarding is part of it."
    case .passengerDetourFactor: "ride_s ÷ direct_s of the settled requests dropped off."
    case .timeToPickup:
      "From decision to reaching the passenger, as computed for the offer, of settled requests' accepted attempts."
    case .driverDetour:
      "Realised total detour of the drivers that shared (arrived, at least one request dropped off), in seconds."
    case .driverDetourMetres: "The same in metres."
    case .driverDetourRatio: "The same in seconds ÷ solo_s."
    case .occupancy:
      "Σ persons·km ÷ Σ vehicle·km from the stops' odometers, driver counted, over all arrived drivers."
    case .vehicleKilometres: "Kilometres driven by the drivers that arrived, over the whole run."
    case .soloKilometres: "Kilometres that the same drivers would have driven alone."
    case .vktSavedRatio:
      "1 − (vehicle_km + direct km of every unserved request) ÷ (solo_km + direct km of every request); see vkt_saved_km."
    case .vktSaved:
      "Solo km + direct km of the served requests − vehicle_km, one car per request, over the whole run, warm-up "
        + "included; left out: probes, refused rows, what is in progress, and requests in cars still under way."
    case .co2Saved: "vkt_saved_km × the scenario's kg of CO₂ per vehicle kilometre."
    case .seatUtilisation:
      "Passenger·km ÷ seat·km (free seats × kilometres driven), over all arrived drivers."
    case .driversSharingRatio: "Arrived drivers with at least one request dropped off ÷ arrived drivers."
    case .preferenceAgreement:
      "Share of the stated wishes met, of the settled requests with a match that held at the end."
    }
  }

  /// Which way the metric is better for those who travel and for the road; nil where neither way is, or where it
  /// depends on how many are served, as the kilometres driven do.
  public var direction: Direction? {
    switch self {
    case .matchRate, .serviceRate, .coverage, .matches, .occupancy, .vktSavedRatio, .vktSaved, .co2Saved,
      .seatUtilisation, .driversSharingRatio, .preferenceAgreement:
      .higherIsBetter
    case .attemptsPerMatch, .timeToMatch, .wait, .waitAfterMatch, .ride, .passengerDetourFactor,
      .timeToPickup,
      .driverDetour, .driverDetourMetres, .driverDetourRatio:
      .lowerIsBetter
    case .requests, .drivers, .cause, .vehicleKilometres, .soloKilometres: nil
    }
  }

  /// How the figure differs from what other simulators of the field call by a similar name; nil where there is none.
  public var elsewhere: String? {
    switch self {
    case .matchRate:
      "FleetPy's `% created offers` counts offers made, not offers accepted."
    case .serviceRate:
      "FleetPy's `served online users [%]` in per cent; MATSim's 1 − rejectionRate, if nobody leaves after acceptance."
    case .wait:
      "FleetPy's `waiting time` and, for requests made on the spot, MATSim's `wait_average`."
    case .ride: "FleetPy's `travel time`, MATSim's `inVehicleTravelTime_mean`."
    case .passengerDetourFactor:
      "MATSim's `timeDetour`, RidePy's `avg_detour`; FleetPy's `rel detour` less boarding, is (factor − 1) in per cent."
    case .occupancy:
      "FleetPy's `occupancy` and MATSim's d_p/d_t leave the driver out (ours is 1 higher); RidePy weights by time."
    case .vehicleKilometres:
      "FleetPy's `total vkm`, MATSim's `totalDistance` count a fleet without trips of its own."
    case .vktSavedRatio:
      "FleetPy's `saved distance [%]` is (direct − vkm) ÷ direct of served users: a fleet has no solo trips."
    case .co2Saved: "FleetPy's `total CO2 emissions [t]` are emissions, not savings."
    case .driversSharingRatio:
      "FleetPy's `shared rides [%]` counts rides shared among passengers, not drivers."
    default: nil
    }
  }

  static func isRefusal(_ cause: Cause) -> Bool {
    switch cause {
    case .offNetwork, .unknownNode, .outsideSpace, .tooLong, .unreachable, .sameEnds, .badWindow: true
    case .noDriverInRadius, .noneOnRoute, .noSeats, .preferences, .limits, .declined, .lapsed, .withdrawn,
      .patience:
      false
    }
  }
}
