import Market
import Quantities
import Simulation
import Spaces
import Tables

extension FinishedRun {
  /// Writes drivers.csv.
  func writeDrivers(into table: inout TableFile) throws(TableError) {
    for index in drivers.indices {
      let driver = drivers[index]
      let record = records.drivers[index]
      table.row.id(driver.id, driverNames)
      table.row.coordinates(driver.origin.position, geometry)
      table.row.coordinates(driver.destination.position, geometry)
      writeTrip(driver, record, into: &table.row)
      table.row.limit(driver.maxDetour)
      table.row.ratio(driver.maxDetourRatio.isFinite ? driver.maxDetourRatio : nil)
      table.row.field(driver.seats)
      table.row.field(driver.luggageRoom)
      table.row.person(driver.person)
      table.row.field(record.offers)
      table.row.field(record.declines)
      table.row.field(record.served)
      table.row.field(record.maxOnBoard)
      table.row.field(record.outcome.rawValue)
      table.row.wishes(driver.wishes)
      try table.endRow()
    }
  }

  /// The trip alone, the trip as made, and the difference: depart_s … detour_ratio.
  private func writeTrip(_ driver: Driver, _ record: DriverRecord, into row: inout CSVWriter) {
    let solo = record.outcome == .refusedInput && driver.solo == .none ? nil : driver.solo
    let arrive = record.outcome == .arrived ? record.arrive : nil
    row.field(driver.depart)
    row.field(solo.map { driver.depart + $0.duration })
    row.field(arrive)
    row.travel(solo?.duration, solo?.metres)
    row.travel(arrive.map { $0 - driver.depart }, arrive.map { _ in record.drivenMetres })
    let detour = arrive.map { $0 - driver.depart - driver.solo.duration }
    row.travel(detour, detour.map { _ in record.drivenMetres - driver.solo.metres })
    row.ratio(detour.flatMap { Self.quotient($0, driver.solo.duration) })
  }
}
