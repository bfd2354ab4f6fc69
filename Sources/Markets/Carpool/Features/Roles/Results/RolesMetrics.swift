public import Metrics
import Quantities
import Simulation
import Statistics
import Tables
import Travellers

extension Metric {
  public static let eitherRode = Metric(
    "either_rode_ratio", .ratio, over: .either,
    "The share of persons with a flexible role who rode with a driver.")

  public static let eitherDrove = Metric(
    "either_drove_ratio", .ratio, over: .either,
    "The share of persons with a flexible role who were bound to take a passenger, and drove.")

  public static let eitherAlone = Metric(
    "either_alone_ratio", .ratio, over: .either, better: .lowerIsBetter,
    "Those of them who left alone in their own cars ÷ all of them; the others left the market, or are in progress."
  )
}

extension CarpoolFigure {
  static let ofRoles = [
    (Metric.eitherRode, RoleTaken.rode), (.eitherDrove, .drove), (.eitherAlone, .alone),
  ].map { metric, taken in
    Self(metric, .number { RunTotals.share($0.roles[taken] ?? 0, of: $0.either) }, needs: [.roles])
  }
}

extension RunTotals {
  /// The number of people who may drive or ride.
  var either: Int { roles.values.reduce(0, +) }

  /// The number of participants, each person counted once: settled requests, and drivers who arrived.
  var participants: Int { settled + arrived - arrivedToo }

  mutating func addRoles(_ run: CarpoolRun) {
    for person in run.peopleOfRoles {
      let submit = run.requests[Int(person.request)].submit
      guard run.counts(submit), submit <= run.records.end else { continue }
      roles[person.taken, default: 0] += 1
      let hasArrived = run.records.drivers[Int(person.driver)].outcome == .arrived
      if hasArrived, run.isSettled(Int(person.request)) { arrivedToo += 1 }
    }
  }
}
