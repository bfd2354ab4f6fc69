import JSON5
import Lifecycle
import Matching
import Models
import Quantities
import Simulation
import Synthesis
import Travellers

extension Explanation {
  /// Returns the id of `driver`, as in the files.
  func id(_ driver: DriverIndex) -> String {
    world.population.driverNames.text(of: drivers[driver].id)
  }

  /// Returns the id of `request`, as in the files.
  func id(ofRequest request: RequestIndex) -> String {
    world.population.requestNames.text(of: world.population.requests[request].id)
  }

  /// Returns the counts of `funnel`, with the column names of attempts.csv; null for stages that the policy does not
  /// compute.
  func json(_ funnel: Funnel) -> JSON {
    func count(_ number: Int32) -> JSON { number == Funnel.notComputed ? .null : .integer(Int128(number)) }
    return .object(
      [.init("drivers_active", .integer(Int128(funnel.driversActive)))]
        + Stage.allCases.map { .init($0.column, count(funnel[$0])) } + [
          .init("bounded_out", count(funnel.boundedOut)), .init("evaluated", count(funnel.evaluated)),
        ])
  }

  /// Returns the diagnosis of a driver displayed for an attempt.
  func json(_ diagnosis: Diagnosis) -> JSON {
    func metres(_ value: Metres) -> JSON { value.isFinite ? .number(value) : .null }
    let isCandidate = diagnosis.failed == nil
    let insertion = isCandidate ? diagnosis.result.best : nil
    let limit = diagnosis.failed == .limits ? diagnosis.result.bindingLimit : nil
    let offer = drivers[diagnosis.driver]
    let members: [JSON.Member] = [
      .init("driver", .text(id(diagnosis.driver))),
      .init("failed", .text(diagnosis.failed.map { "\($0)" })),
      .init("pickup_m", metres(diagnosis.metresToPickup)), .init("route_m", metres(diagnosis.metresToRoute)),
      .init("cost", isCandidate ? .integer(Int128(diagnosis.cost)) : .null),
      .init("time_to_pickup_s", RequestAccount.seconds(insertion?.timeToPickup)),
      .init("detour_s", RequestAccount.seconds(insertion?.detour)),
      .init(
        "agreement", isCandidate || diagnosis.failed == .preferences ? .number(diagnosis.agreement) : .null),
      .init("seats", .integer(Int128(offer.seats))),
      .init("luggage_room", .integer(Int128(offer.luggageRoom))),
      .init("limit", .text(limit?.rawValue)),
      .init("limit_value", limit?.hasValue == true ? .number(diagnosis.result.missedValue) : .null),
      .init("limit_bound", limit?.hasValue == true ? .number(diagnosis.result.missedBound) : .null),
    ]
    return .object(members + walk(isCandidate ? diagnosis.walk : nil))
  }
}

extension Limit {
  /// Whether exceeding the limit can be expressed as a value and a bound.
  fileprivate var hasValue: Bool { ![.promise, .seats].contains(self) }
}
