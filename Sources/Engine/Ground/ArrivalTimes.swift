import Foundation
package import Quantities
package import Scenario
package import Statistics
package import Tables

/// The number of generated travellers and their times.
///
/// A Poisson number with independent times is exactly a Poisson process, and each traveller keeps the same
/// time if the number changes.
package struct ArrivalTimes {
  /// The ends of the steps in milliseconds, and the cumulative mass at each.
  private var ends: [Double] = []
  private var masses: [Double] = []
  private let duration: Milliseconds

  /// Creates the times over `duration` following `profile`; nil if its mass is zero.
  ///
  /// - Parameter phase: the time from Monday at midnight to simulated time 0.
  package init?(_ profile: Scenario.Profile?, duration: Milliseconds, phase: Milliseconds = .zero) {
    self.duration = duration
    let whole = Double(duration.rawValue)
    let steps: [(end: Double, rate: Double)] =
      switch profile {
      case nil: [(whole, 1)]
      case .equalParts(let rates):
        rates.enumerated().map { (whole * Double($0 + 1) / Double(rates.count), $1) }
      case .steps(let steps): steps.map { (Double($0.until.rawValue), $0.weight) }
      case .week(let week):
        week.steps(from: phase, over: duration).map { (Double($0.until.rawValue), $0.weight) }
      }
    var start = 0.0
    var mass = 0.0
    for step in steps where start < whole {
      let end = min(step.end, whole)
      mass += (end - start) * step.rate
      start = end
      ends.append(end)
      masses.append(mass)
    }
    guard mass > 0 else { return nil }
  }

  /// Draws a time in 0 ..< duration, by inverting the cumulative rate.
  package func draw(_ generator: inout KeyedGenerator) -> Milliseconds {
    let mass = generator.uniform() * masses[masses.count - 1]
    // The first step with a cumulative mass beyond the draw; steps of rate zero are never chosen.
    var (step, last) = (0, masses.count - 1)
    while step < last {
      let middle = (step + last) / 2
      if masses[middle] > mass { last = middle } else { step = middle + 1 }
    }
    let start = step == 0 ? (time: 0, mass: 0) : (time: ends[step - 1], mass: masses[step - 1])
    let share = (mass - start.mass) / (masses[step] - start.mass)
    let time = Int64(start.time + share * (ends[step] - start.time))
    return Milliseconds(min(time, duration.rawValue - 1))
  }
}

extension TableClock {
  /// Creates the clock of the time zone with the IANA name `name`, or the clock of the table if `name` is nil.
  package init(zone name: String?, setting: String = "time.zone in the scenario") {
    self.init(
      zone: name.flatMap { name in
        TimeZone(identifier: name).map { zone in
          Zone(name: name) { Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0)))) }
        }
      }, setting: setting)
  }
}

extension CSVReader {
  /// Returns the date and time in `text`, on the clock of the scenario; nil if `text` is not a date and time.
  ///
  /// With a time zone, times in UTC, or with the zone's offset at that time, are converted to local time. Without one,
  /// the first offset in the file is taken as the local one, and any other is recorded as a fault in `column`.
  package mutating func local(_ text: String, _ column: CSVColumn) -> LocalDateTime? {
    guard let time = OffsetDateTime(text) else { return nil }
    guard let offset = time.offset else { return time.local }
    if clock.offset == nil { clock.offset = offset }
    guard let zone = clock.zone else {
      if let first = clock.offset, first != offset {
        recordValue(
          column,
          expected: .other(
            "the offset \(OffsetDateTime.text(of: first)) of the earlier times, or \(clock.setting), which"
              + " sets the local clock,"))
      }
      return time.local
    }
    let universal = time.local.seconds - offset
    let ahead = zone.offset(universal)
    if offset != 0, offset != ahead {
      recordValue(
        column,
        expected: .other(
          "UTC, or the offset \(OffsetDateTime.text(of: ahead)) that the clock of \(zone.name) (\(clock.setting)) has then,"
        ))
    }
    return LocalDateTime(seconds: universal + ahead)
  }
}
