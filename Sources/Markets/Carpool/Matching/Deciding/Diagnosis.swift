public import Lifecycle
public import Quantities
import Spaces
public import Travellers

/// The stage-by-stage evaluation of one driver in one attempt, with the decisive figures.
public struct Diagnosis: Sendable {
  public var driver: DriverIndex
  public var reported: Position
  /// The first stage that the driver fails; nil for a candidate. Later stages are evaluated nevertheless.
  public var failed: Stage?
  /// The straight-line distance from the reported position to the pickup, in metres.
  public var metresToPickup: Metres
  /// The distance from the destination to the nearest route point ahead of the reported position, in metres.
  public var metresToRoute: Metres
  public var result: InsertionResult
  /// The candidate, if some pair of stops satisfies every limit; otherwise nil.
  public var candidate: Candidate?
  /// The value by which the policy compares the candidate: lower is better; 0 if the driver is not a candidate.
  public var worth = 0.0
  /// The passenger's walks to and from the car; nil if nobody walks or the driver is not a candidate.
  public var walk: WalkDiagnosis?

  public var agreement: Double { result.agreement }
  /// The weighted cost, in milliseconds; 0 if no pair of stops satisfies every limit.
  public var cost: Int64 { result.cost }
}

extension Fleet {
  /// Returns the drivers to show in an explanation of `inquiry`: all of `drivers` within r of the pickup, topped up to
  /// `count` with the nearest others. If r does not apply, returns all drivers.
  public func nearest(_ count: Int, of drivers: [DriverIndex], to inquiry: Inquiry) -> [DriverIndex] {
    guard circlesBind else { return drivers }
    let pickup = inquiry.request.origin.position
    var chosen: [DriverIndex] = []
    var others: [(metres: Metres, driver: DriverIndex)] = []
    for driver in drivers {
      let reported = searchedReport(of: driver, at: inquiry.time).position
      if geometry.isWithin(terms.radius, pickup, reported) {
        chosen.append(driver)
      } else {
        others.append((geometry.distance(reported, pickup), driver))
      }
    }
    if chosen.count < count {
      others.order { ($0.metres, $0.driver) < ($1.metres, $1.driver) }
      chosen += others.prefix(count - chosen.count).map(\.driver)
    }
    return chosen
  }

  private var circlesBind: Bool { vantage == .reported || terms.insertion.usesRadius }

  /// Returns the diagnosis of `driver` for `inquiry`: evaluates all stages one by one, without the index and without
  /// shortcuts.
  ///
  /// - Complexity: O(route points). Intended for explaining decisions, not for making them.
  public func diagnose(_ driver: DriverIndex, _ inquiry: Inquiry) -> Diagnosis {
    let request = inquiry.request
    let report = searchedReport(of: driver, at: inquiry.time)
    let result = evaluate(inquiry, into: driver, from: vantage)
    func passes(_ stage: Stage) -> Bool {
      switch stage {
      case .radius: !circlesBind || geometry.isWithin(terms.radius, request.origin.position, report.position)
      case .route: !circlesBind || self.passes(driver, near: request.destination.position, after: report)
      case .seats: hasRoom(for: request, in: driver)
      case .preferences: agree(inquiry, driver)
      case .limits: result.best != nil
      }
    }
    var diagnosis = Diagnosis(
      driver: driver, reported: report.position, failed: Stage.allCases.first { !passes($0) },
      metresToPickup: geometry.distance(report.position, request.origin.position),
      metresToRoute: itineraries[driver].track.distance(
        from: request.destination.position, after: report, spacing: searchSpacing, geometry: geometry),
      result: result, candidate: Candidate(driver, reported: report.position, result, in: self))
    diagnosis.walk = result.best.flatMap { WalkDiagnosis($0, of: inquiry, with: driver, in: self) }
    return diagnosis
  }
}

/// The stages of the two-circles rule, in order.
@frozen
public enum Stage: Int, FunnelStage {
  case radius
  case route
  case seats
  case preferences
  case limits

  public var words: StageWords<Cause> {
    switch self {
    case .radius:
      StageWords(
        name: "radius", cause: cause, column: "in_radius",
        count: "Available drivers whose reported position lies within r of the pickup.",
        meaning: "The reported position lies within r of the pickup.", left: "within r of the pickup",
        nobody: "no available driver's reported position lay within r of the pickup",
        remedy: "a larger matching.radius_m, more drivers, or more matching.attempts")
    case .route:
      StageWords(
        name: "route", cause: cause, column: "on_route",
        count: "The number of these with a later route point within r of the destination.",
        meaning: "A later route point lies within r of the destination.",
        left: "with the destination on the route",
        nobody: "no driver near the pickup had a route point ahead within r of the destination",
        remedy: "a larger matching.radius_m, or a smaller matching.spacing_m if it is close to the radius")
    case .seats:
      StageWords(
        name: "seats", cause: cause, column: "with_seats",
        count: "The number of these with seats and luggage room on all legs between some pair of stops.",
        meaning: "Some pair of stops has seats and luggage room on every leg in between.", left: "with seats",
        nobody: "none of the remaining drivers had seats and luggage room on every leg in between",
        remedy: "more seats or luggage room per driver, or smaller parties")
    case .preferences:
      StageWords(
        name: "preferences", cause: cause, column: "with_preferences",
        count: "The number of these with mutually compatible required wishes.",
        meaning: "The required wishes of both sides are compatible.", left: "with compatible wishes",
        nobody: "required wishes excluded all remaining drivers",
        remedy: "wishes that count in the cost instead of being required")
    case .limits:
      StageWords(
        name: "limits", cause: cause, column: "within_limits",
        count:
          "The number of these with a pair of stops that respects all limits and promises: the candidates.",
        meaning: "Some pair of stops respects every limit and promise.", left: "within the limits",
        nobody:
          "every pair of stops with the remaining drivers violated a detour, wait or ride limit, or a promise",
        remedy: "a wider binding limit, in matching.limits or for the traveller")
    }
  }

  /// The cause of failures at this stage: separate from `words`, because every failed attempt needs it.
  @inlinable public var cause: Cause {
    switch self {
    case .radius: .noDriverInRadius
    case .route: .noneOnRoute
    case .seats: .noSeats
    case .preferences: .preferences
    case .limits: .limits
    }
  }
}

extension Cause {
  /// A one-sentence description of the cause; if it belongs to a stage, the stage's description.
  public var meaning: String { Stage(failingWith: self)?.nobody ?? ownMeaning ?? rawValue }
}
