import Foundation
package import Scenario
package import Tables

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
  /// The date and time that `text` gives, by the clock of the scenario; nil if it is none.
  ///
  /// With a time zone, a time in UTC or by the offset that the zone has then becomes the zone's. Without one the first offset is that
  /// of the local clock. Any other offset is recorded as a fault in `column`.
  package mutating func local(_ text: String, _ column: CSVColumn) -> LocalDateTime? {
    guard let time = OffsetDateTime(text) else { return nil }
    guard let offset = time.offset else { return time.local }
    if clock.offset == nil { clock.offset = offset }
    guard let zone = clock.zone else {
      if let first = clock.offset, first != offset {
        recordValue(
          column,
          expected: .other(
            "the offset \(OffsetDateTime.text(of: first)) of the times before it, or \(clock.setting), which"
              + " says by which clock they are meant,"))
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
