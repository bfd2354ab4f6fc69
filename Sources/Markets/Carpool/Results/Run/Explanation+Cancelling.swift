import Quantities
import Simulation
import Travellers

extension Explanation {
  /// When the passenger cancelled the car that was coming; nothing where they did not.
  var cancellationLine: [String] {
    guard let record = records.cancellations?.first(where: { $0.request == request }) else { return [] }
    return [
      "cancelled at \(Words.clock(record.time)), \(Words.minutes(record.time - record.agreed)) after driver"
        + " \(name(ofDriver: record.driver)) had agreed and \(Words.minutes(record.plannedPickup - record.time)) before"
        + " the pickup"
    ]
  }
}
