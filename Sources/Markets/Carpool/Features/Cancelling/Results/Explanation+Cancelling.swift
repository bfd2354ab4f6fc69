import JSON5
import Models
import Quantities
import Simulation
import Travellers

extension Explanation {
  /// The passenger's cancellation; nothing where they did not cancel.
  var cancellation: [AccountFact] {
    guard let record = records.cancellations?.first(where: { $0.request == request }) else { return [] }
    return [
      AccountFact(
        "cancellation",
        .object([
          .init("time_s", .number(record.time.seconds)), .init("driver", .text(id(record.driver))),
          .init("agreed_s", .number(record.agreed.seconds)),
          .init("planned_pickup_s", .number(record.plannedPickup.seconds)),
        ]),
        [
          "cancelled at \(clock(record.time)), \(Words.minutes(record.time - record.agreed)) after driver"
            + " \(name(ofDriver: record.driver)) had agreed and \(Words.minutes(record.plannedPickup - record.time)) before"
            + " the pickup"
        ])
    ]
  }
}
