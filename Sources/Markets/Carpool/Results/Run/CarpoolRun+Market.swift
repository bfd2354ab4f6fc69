import EventKernel
public import JSON5
import Lifecycle
import Matching
public import Metrics
public import Models
public import Quantities
import Simulation
import Travellers

extension CarpoolRun: MarketRun {
  public func measured() -> Figures { Figures(of: self) }

  public func measured(during span: Range<Milliseconds>) -> Figures? {
    var half = self
    half.part = span
    return Figures(of: half)
  }

  public static func isTimed(_ metric: Metric) -> Bool { CarpoolFigure.timed.contains(metric) }

  public var effort: Performance.Effort {
    Performance.Effort(
      events: Int(records.events), requests: records.requests.count { $0.outcome != .refusedInput },
      decisions: CallTimes(wall: records.attempts.map(\.decisionNanoseconds), heldUp: records.heldUp))
  }

  public var work: [(name: String, count: Int)] {
    let known: [(name: String, count: Int)] = [
      ("events", Int(records.events)),
      ("heap_operations", records.eventCounts.scheduled + records.eventCounts.executed),
      ("cancellations", records.eventCounts.cancelled), ("attempts", records.attempts.count),
      ("index_probes", Int(records.indexProbes)),
    ]
    // Only some policies evaluate pairs of stops.
    func counted(_ name: String, _ count: (Funnel) -> Int32) -> (name: String, count: Int)? {
      let counts = records.attempts.compactMap { count($0.funnel).ifComputed }
      return counts.isEmpty ? nil : (name, counts.reduce(0) { $0 + Int($1) })
    }
    return known
      + [counted("evaluated") { $0.evaluated }, counted("bounded_out") { $0.boundedOut }].compactMap(\.self)
  }

  public var refused: [RefusedRows] {
    let causes = Cause.allCases.map(\.rawValue)
    let refusedRequests = requests.indices.filter { records.requests[$0].outcome == .refusedInput }
    let refusedDrivers = drivers.indices.filter { records.drivers[$0].outcome == .refusedInput }
    return [
      RefusedRows(
        "requests",
        refusedRequests.map {
          (requests[$0].id, (records.requests[$0].cause ?? requests[$0].refusal)?.rawValue)
        }, names: requestNames, causes: causes),
      RefusedRows(
        "drivers", refusedDrivers.map { (drivers[$0].id, drivers[$0].refusal?.rawValue) }, names: driverNames,
        causes: causes),
    ]
  }

  public var coordinates: Geometry? { geometry }

  public var manifestMembers: [JSON.Member] { policy.map { [.init("policy", .text($0))] } ?? [] }

  /// By the time of the driver's answer.
  public var startUp: StartUp? {
    stationaryPeriod.map { period in
      StartUp(of: records.attempts.lazy.filter { $0.outcome == .accepted }.map(\.answered), over: period)
    }
  }
}
