public import Quantities
import Spaces
public import Travellers

/// An account of how one driver fared in one attempt, worked out stage by stage with the figures that decided.
public struct Diagnosis: Sendable {
  public var driver: DriverIndex
  public var reported: Position
  /// The stage that failed; nil for a candidate. Figures of later stages are still worked out.
  public var failed: Stage?
  /// From the reported position to the pickup as the crow flies, metres.
  public var metresToPickup: Metres
  /// From the destination to the nearest route point after the reported position, metres.
  public var metresToRoute: Metres
  public var result: InsertionResult
  /// The driver as a candidate of the policy; nil where no pair of stops keeps every limit.
  public var candidate: Candidate?
  /// The value that the policy compares the candidate by, lower first; 0 where there is none.
  public var worth = 0.0
  /// The walks of the passenger to and from the car; nil where nobody walks, and of a driver who is no candidate.
  public var walk: WalkDiagnosis?

  public var agreement: Double { result.agreement }
  /// Weighted milliseconds; 0 where no pair of stops keeps every limit.
  public var cost: Int64 { result.cost }
}

extension Fleet {
  /// Returns the drivers whom an account of `inquiry` that shows `count` drivers is to look at, of `drivers`: all within r of the pickup,
  /// and where they are too few the nearest others; all, where r does not bind.
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
      others.sort { ($0.metres, $0.driver) < ($1.metres, $1.driver) }
      chosen += others.prefix(count - chosen.count).map(\.driver)
    }
    return chosen
  }

  private var circlesBind: Bool { vantage == .reported || terms.insertion.usesRadius }

  /// Works out how `driver` fares in `inquiry`, without the index and without a short cut.
  ///
  /// - Complexity: O(route points): meant for explaining a decision, not for making it.
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
