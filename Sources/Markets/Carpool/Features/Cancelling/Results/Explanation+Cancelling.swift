import Quantities
import Simulation
import Travellers

extension Explanation {
  /// The line on the passenger's cancellation; nothing where they did not cancel.
  var cancellationLine: [String] {
    guard let record = records.cancellations?.first(where: { $0.request == request }) else { return [] }
    return [
      "cancelled at \(clock(record.time)), \(Words.minutes(record.time - record.agreed)) after driver"
        + " \(name(ofDriver: record.driver)) had agreed and \(Words.minutes(record.plannedPickup - record.time)) before"
        + " the pickup"
    ]
  }
}
