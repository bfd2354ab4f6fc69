public import Market
public import Quantities
import Spaces

/// The stages of the two-circles rule, in their order; the raw value is the name in candidates.csv.
public enum Stage: String, CaseIterable, Sendable {
  case radius
  case route
  case seats
  case preferences
  case limits
}

/// How one driver fared in one attempt, worked out stage by stage with the figures that decided.
public struct Diagnosis: Sendable {
  /// Index of the driver in the fleet.
  public var driver: Int32
  public var reported: Position
  /// The stage that failed; nil for a candidate. Figures of later stages are still worked out.
  public var failed: Stage?
  /// From the reported position to the pickup as the crow flies, metres.
  public var metresToPickup: Metres
  /// From the destination to the nearest route point after the reported position, metres.
  public var metresToRoute: Metres
  public var agreement: Double
  public var result: InsertionResult
  /// Weighted milliseconds; 0 where no pair of stops keeps every limit.
  public var cost: Int64
}

extension Fleet {
  /// Works out how `driver` fares as seen at `time`, without the index and without a short cut.
  ///
  /// - Complexity: O(route points): meant for explaining a decision, not for making it.
  public func diagnose(_ driver: Int32, for request: Request, promise: Promise, at time: Milliseconds)
    -> Diagnosis
  {
    let offer = drivers[Int(driver)]
    let report = searchedReport(of: driver, at: time)
    let result = bestInsertion(of: request, promise: promise, into: driver, at: time, from: vantage)
    let circlesBind = vantage == .reported || terms.insertion.usesRadius
    let agreement = agreement(of: request, with: offer)
    let toPickup = geometry.distance(report.position, request.origin.position)
    let failed: Stage? =
      if circlesBind, !geometry.isWithin(terms.radius, request.origin.position, report.position) {
        .radius
      } else if circlesBind, !passes(driver, near: request.destination.position, after: report) {
        .route
      } else if !hasRoom(for: request, in: driver) {
        .seats
      } else if !requiredWishesAgree(request, offer) {
        .preferences
      } else if result.best == nil {
        .limits
      } else {
        nil
      }
    let cost = result.best.map {
      terms.cost(timeToPickup: $0.timeToPickup, detour: $0.detour, agreement: agreement)
    }
    return Diagnosis(
      driver: driver, reported: report.position, failed: failed, metresToPickup: toPickup,
      metresToRoute: itineraries[Int(driver)].track.distance(
        from: request.destination.position, after: report, spacing: searchSpacing, geometry: geometry),
      agreement: agreement, result: result, cost: cost ?? 0)
  }
}
