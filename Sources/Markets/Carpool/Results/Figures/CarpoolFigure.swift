import Matching
public import Metrics
import Models
import Quantities
public import Simulation
import Spaces
public import Travellers

/// A metric of the carpool market with its computation; all metrics are computed in one pass over the records.
struct CarpoolFigure: Sendable {
  let metric: Metric
  let computation: Computation
  /// The indices in `CarpoolRun.features` of the features that add this figure. A run has the figure if it has one of
  /// them; if the array is empty, every run has it.
  private(set) var owners: [Int] = []

  /// The computation of a figure.
  enum Computation: Sendable {
    /// A number computed from the totals of the run.
    case number(@Sendable (RunTotals) -> Double?)
    /// The share of settled requests for which a condition holds.
    case share(@Sendable (RequestView) -> Bool)
    /// A distribution over the settled requests; requests without a value are excluded.
    case ofRequests(@Sendable (RequestView) -> Double?)
    /// A distribution over the accepted attempts of the settled requests.
    case ofMatches(@Sendable (AttemptRecord) -> Double?)
    /// A distribution over the drivers who shared their trips.
    case ofDrivers(@Sendable (DriverView) -> Double?)
    /// A distribution stored in the totals of the run.
    case sample(@Sendable (RunTotals) -> [Double])
  }

  init(_ metric: Metric, _ computation: Computation) {
    self.metric = metric
    self.computation = computation
  }

  private func owned(by features: [Int]) -> Self {
    var figure = self
    figure.owners = features
    return figure
  }

  /// Returns whether a run has the figure, where `parts` states which features the run has.
  func applies(_ parts: [Bool]) -> Bool { owners.isEmpty || owners.contains { parts[$0] } }

  /// All figures, in the order of summary.csv.
  static let all: [Self] = {
    let features = Array(CarpoolRun.features.enumerated())
    let own = features.flatMap { number, feature in
      feature.extras(Self.self).map { $0.owned(by: [number]) }
    }
    let placed = features.flatMap { number, feature in
      feature.extras(Placed<Self>.self).map { Placed($0.element.owned(by: [number]), after: $0.anchor) }
    }
    return (howMany + causes.map(counted) + Limit.allCases.map(counted) + howGood + whatTheRoadSees + own)
      .with(placed, named: \.metric.name)
  }()

  /// The metrics that can be restricted to the requests and departures in a part of a run: metrics of requests, matches
  /// or drivers, and numbers over populations of requests. Hindsight metrics are excluded because hindsight optimises
  /// the whole day.
  static let timed: Set<Metric> = {
    let populations: [Metric.Population] = [
      .counted, .probes, .seeks, .bookings, .riders, .transferring, .either,
    ]
    let timed = all.filter { figure in
      switch figure.computation {
      case .share, .ofRequests, .ofMatches, .ofDrivers: true
      case .number, .sample: populations.contains(figure.metric.population)
      }
    }
    return Set(timed.map(\.metric) + [.transferRate, .cancellationLead])
  }()

  /// The causes that can end a request, excluding two: users who have left the service or have no account make no
  /// requests.
  private static let causes = Cause.allCases.filter { $0 != .leftService && $0 != .noAccount }

  private static func counted(_ cause: Cause) -> Self {
    Self(.cause(cause), .number { Double($0.causes[cause]) }).owned(
      by: CarpoolRun.features.indices.filter { CarpoolRun.features[$0].extras(Cause.self).contains(cause) })
  }

  private static func counted(_ limit: Limit) -> Self {
    Self(.lost(to: limit), .number { Double($0.limits[limit]) })
  }

  private static let howMany = [
    Self(.matchRate, .share { $0.record.firstMatch != nil }),
    Self(.serviceRate, .share { $0.record.outcome == .served }),
    Self(.coverage, .number { RunTotals.share($0.probeHits, of: $0.probes) }),
    Self(.requests, .number { Double($0.settled + $0.inProgress) }),
    Self(.drivers, .number { Double($0.drivers) }),
    Self(.matches, .number { Double($0.matches) }),
  ]

  private static let howGood = [
    Self(.attemptsPerMatch, .number { RunTotals.share($0.attempts, of: $0.matches) }),
    Self(.timeToMatch, .ofRequests { of in of.record.match.map { of.planned.timeToMatch($0).seconds } }),
    Self(.wait, .ofRequests { of in of.record.pickup.map { of.planned.wait(until: $0).seconds } }),
    Self(
      .waitAfterMatch,
      .ofRequests { of in
        of.record.pickup.flatMap { pickup in
          of.record.match.map { of.planned.wait(after: $0, until: pickup).seconds }
        }
      }),
    Self(.ride, .ofRequests { $0.record.ride?.seconds }),
    Self(
      .passengerDetourFactor,
      .ofRequests { of in
        let direct = of.request.direct.duration
        return direct > .zero ? of.record.ride.map { ($0 + of.planned.walk).seconds / direct.seconds } : nil
      }),
    // Planned rides are picked up at a set time, however long ago they were booked.
    Self(.timeToPickup, .ofMatches { $0.isPlanned ? nil : $0.timeToPickup.seconds }),
    Self(.driverDetour, .ofDrivers { $0.detour.seconds }),
    Self(.driverDetourMetres, .ofDrivers { $0.record.drivenMetres - $0.driver.solo.metres }),
    Self(
      .driverDetourRatio,
      .ofDrivers { of in
        let solo = of.driver.solo.duration
        return solo > .zero ? of.detour.seconds / solo.seconds : nil
      }),
  ]

  private static let whatTheRoadSees = [
    Self(.occupancy, .number { RunTotals.quotient($0.legMetres + $0.passengerMetres, $0.legMetres) }),
    Self(.vehicleKilometres, .number { $0.vehicleMetres / 1000 }),
    Self(.soloKilometres, .number { $0.soloMetres / 1000 }),
    Self(.vktSavedRatio, .number { RunTotals.quotient($0.savedMetres, $0.soloMetres + $0.directMetres) }),
    Self(.vktSaved, .number { $0.savedMetres / 1000 }),
    Self(.co2Saved, .number { $0.savedMetres / 1000 * $0.co2PerKm }),
    Self(.seatUtilisation, .number { RunTotals.quotient($0.passengerMetres, $0.seatMetres) }),
    Self(.driversSharingRatio, .number { RunTotals.share($0.sharing, of: $0.arrived) }),
    Self(.preferenceAgreement, .ofRequests { $0.record.match?.agreement }),
  ]
}

extension Figures {
  /// Computes the figures of `run`.
  ///
  /// - Complexity: one pass over the records, and a sort per distribution.
  public init(of run: CarpoolRun) { self = RunTotals(of: run).figures }

  /// Returns the number of requests with the outcome `outcome`.
  public func count(_ outcome: RequestOutcome) -> Int { count(outcome.rawValue) }

  /// Returns the number of requests that were refused or not served, with `cause` as the final cause.
  public func count(_ cause: Cause) -> Int { Int(self[.cause(cause)] ?? 0) }
}
