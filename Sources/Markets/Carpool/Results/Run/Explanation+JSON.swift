import JSON5
import Lifecycle
import Matching
import Quantities
import Simulation
import Spaces
import Synthesis
import Travellers

extension Explanation {
  /// The same figures for programs: seconds, metres, ids as the files have them.
  var members: [JSON.Member] {
    [
      .init("outcome", .text(record.outcome.rawValue)),
      .init("cause", record.cause.map { .text($0.rawValue) } ?? .null),
      .init("submitted_s", .number(input.submit.seconds)),
      .init("party_size", .integer(Int128(input.partySize))),
      .init("direct_s", input.direct == .none ? .null : .number(input.direct.duration.seconds)),
      .init("direct_m", input.direct == .none ? .null : .number(input.direct.metres)),
      .init("match", match ?? .null),
      .init("attempts", .list(sections.map(json))),
    ]
  }

  private var match: JSON? {
    record.match.map { match in
      .object(
        [
          .init("time_s", .number(match.time.seconds)), .init("driver", .text(id(match.driver))),
          .init("detour_s", .number(match.detour.seconds)),
          .init("pickup_s", record.pickup.map { .number($0.seconds) } ?? .null),
          .init("dropoff_s", record.dropoff.map { .number($0.seconds) } ?? .null),
        ] + walk(records.meeting(of: match)))
    }
  }

  private func json(_ section: Section) -> JSON {
    let attempt = section.attempt
    let members: [JSON.Member] = [
      .init("cycle", .integer(Int128(attempt.cycle))), .init("attempt", .integer(Int128(attempt.attempt))),
      .init("time_s", .number(attempt.time.seconds)), .init("outcome", .text(attempt.outcome.rawValue)),
      .init("cause", attempt.cause.map { .text($0.rawValue) } ?? .null),
      .init("driver", attempt.driver == .none ? .null : .text(id(attempt.driver))),
      .init("bound_by", attempt.bindingLimit.map { .text($0.rawValue) } ?? .null),
      .init("drivers", .list(section.shown.map(json))),
    ]
    return .object(members + transfer(of: attempt))
  }

  /// The transfer that was looked for, as transfers.csv calls it; no member where none was.
  private func transfer(of attempt: AttemptRecord) -> [JSON.Member] {
    guard attempt.transfer >= 0, let record = records.transfers?[Int(attempt.transfer)] else { return [] }
    let finding = record.finding
    var members: [JSON.Member] = [
      .init("first_drivers", .integer(Int128(finding.first))),
      .init("second_drivers", .integer(Int128(finding.second))),
      .init("evaluated", .integer(Int128(finding.evaluated))), .init("fate", .text(record.fate.rawValue)),
    ]
    if let transfer = finding.best {
      let place = world.spaces.geometry.coordinates(of: transfer.place.position)
      members += [
        .init("first_driver_id", .text(id(transfer.first.driver))),
        .init("second_driver_id", .text(id(transfer.second.driver))),
        .init("x", .number(place.x)), .init("y", .number(place.y)),
        .init("planned_dropoff_s", .number(transfer.dropoff.seconds)),
        .init("planned_pickup_s", .number(transfer.pickup.seconds)),
        .init("first_cost_ms", .integer(Int128(transfer.first.cost))),
        .init("second_cost_ms", .integer(Int128(transfer.second.cost))),
      ]
    }
    return [.init("transfer", .object(members))]
  }

  private func json(_ diagnosis: Diagnosis) -> JSON {
    func metres(_ value: Metres) -> JSON { value.isFinite ? .number(value) : .null }
    let members: [JSON.Member] = [
      .init("driver", .text(id(diagnosis.driver))),
      .init("failed", diagnosis.failed.map { .text("\($0)") } ?? .null),
      .init("pickup_m", metres(diagnosis.metresToPickup)), .init("route_m", metres(diagnosis.metresToRoute)),
      .init("cost", diagnosis.failed == nil ? .integer(Int128(diagnosis.cost)) : .null),
    ]
    return .object(members + walk(diagnosis.failed == nil ? diagnosis.walk?.meeting : nil))
  }

  private func id(_ driver: DriverIndex) -> String {
    world.population.driverNames.text(of: drivers[driver].id)
  }
}
