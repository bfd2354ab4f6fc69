public import Market
public import Quantities
import Spaces

/// How one driver fared in one attempt, worked out stage by stage with the figures that decided.
public struct Diagnosis: Sendable {
  /// Index of the driver in the fleet.
  public var driver: DriverIndex
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
  public func diagnose(_ driver: DriverIndex, for request: Request, promise: Promise, at time: Milliseconds)
    -> Diagnosis
  {
    let offer = drivers[driver]
    let report = searchedReport(of: driver, at: time)
    let result = bestInsertion(of: request, promise: promise, into: driver, at: time, from: vantage)
    let agreement = agreement(of: request, with: offer)
    let circlesBind = vantage == .reported || terms.insertion.usesRadius
    func passes(_ stage: Stage) -> Bool {
      switch stage {
      case .radius: !circlesBind || geometry.isWithin(terms.radius, request.origin.position, report.position)
      case .route: !circlesBind || self.passes(driver, near: request.destination.position, after: report)
      case .seats: hasRoom(for: request, in: driver)
      case .preferences: requiredWishesAgree(request, offer)
      case .limits: result.best != nil
      }
    }
    let cost = result.best.map {
      terms.cost(timeToPickup: $0.timeToPickup, detour: $0.detour, agreement: agreement)
    }
    return Diagnosis(
      driver: driver, reported: report.position, failed: Stage.allCases.first { !passes($0) },
      metresToPickup: geometry.distance(report.position, request.origin.position),
      metresToRoute: itineraries[driver].track.distance(
        from: request.destination.position, after: report, spacing: searchSpacing, geometry: geometry),
      agreement: agreement, result: result, cost: cost ?? 0)
  }
}
