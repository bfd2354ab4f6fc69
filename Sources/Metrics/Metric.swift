public import Market

/// A figure of merit of a run, as summary.csv names it.
public enum Metric: Hashable, Sendable {
  case matchRate
  case serviceRate
  case coverage
  case requests
  case drivers
  case matches
  /// How many requests were not served for this final cause.
  case cause(Cause)
  case attemptsPerMatch
  case timeToMatch
  case wait
  case waitAfterMatch
  case ride
  case passengerDetourFactor
  case timeToPickup
  case driverDetour
  case driverDetourMetres
  case driverDetourRatio
  case occupancy
  case vehicleKilometres
  case soloKilometres
  case vktSavedRatio
  case vktSaved
  case co2Saved
  case seatUtilisation
  case driversSharingRatio
  case preferenceAgreement

  /// The name in the files.
  public var name: String {
    switch self {
    case .matchRate: "match_rate"
    case .serviceRate: "service_rate"
    case .coverage: "coverage"
    case .requests: "requests"
    case .drivers: "drivers"
    case .matches: "matches"
    case .cause(let cause): "cause." + cause.rawValue
    case .attemptsPerMatch: "attempts_per_match"
    case .timeToMatch: "time_to_match_s"
    case .wait: "wait_s"
    case .waitAfterMatch: "wait_after_match_s"
    case .ride: "ride_s"
    case .passengerDetourFactor: "passenger_detour_factor"
    case .timeToPickup: "time_to_pickup_s"
    case .driverDetour: "driver_detour_s"
    case .driverDetourMetres: "driver_detour_m"
    case .driverDetourRatio: "driver_detour_ratio"
    case .occupancy: "occupancy"
    case .vehicleKilometres: "vehicle_km"
    case .soloKilometres: "solo_km"
    case .vktSavedRatio: "vkt_saved_ratio"
    case .vktSaved: "vkt_saved_km"
    case .co2Saved: "co2_saved_kg"
    case .seatUtilisation: "seat_utilisation"
    case .driversSharingRatio: "drivers_sharing_ratio"
    case .preferenceAgreement: "preference_agreement"
    }
  }

  public var unit: Unit {
    switch self {
    case .requests, .drivers, .matches, .cause: .count
    case .timeToMatch, .wait, .waitAfterMatch, .ride, .timeToPickup, .driverDetour: .seconds
    case .driverDetourMetres: .metres
    case .vehicleKilometres, .soloKilometres, .vktSaved: .kilometres
    case .co2Saved: .kilograms
    case .matchRate, .serviceRate, .coverage, .attemptsPerMatch, .passengerDetourFactor, .driverDetourRatio,
      .occupancy, .vktSavedRatio, .seatUtilisation, .driversSharingRatio, .preferenceAgreement:
      .ratio
    }
  }

  /// Whether the metric is a distribution over many observations; otherwise it is one number.
  public var isDistribution: Bool {
    switch self {
    case .timeToMatch, .wait, .waitAfterMatch, .ride, .passengerDetourFactor, .timeToPickup, .driverDetour,
      .driverDetourMetres, .driverDetourRatio, .preferenceAgreement:
      true
    default: false
    }
  }

  /// The statistics that the metric has, in the order of summary.csv.
  public var statistics: [Statistic] {
    isDistribution ? Statistic.allCases.filter { $0 != .value } : [.value]
  }
}

extension Metric: CustomStringConvertible {
  public var description: String { name }
}

extension Metric: CaseIterable {
  /// All metrics in the order of summary.csv.
  public static let allCases: [Metric] =
    [.matchRate, .serviceRate, .coverage, .requests, .drivers, .matches]
    + Cause.allCases.map { .cause($0) }
    + [
      .attemptsPerMatch, .timeToMatch, .wait, .waitAfterMatch, .ride, .passengerDetourFactor, .timeToPickup,
      .driverDetour, .driverDetourMetres, .driverDetourRatio, .occupancy, .vehicleKilometres, .soloKilometres,
      .vktSavedRatio, .vktSaved, .co2Saved, .seatUtilisation, .driversSharingRatio, .preferenceAgreement,
    ]
}
