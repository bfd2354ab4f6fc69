import Market
import Quantities
import Simulation
import Tables

extension FinishedRun {
  /// Writes stops.csv.
  func writeStops(into table: inout TableFile) throws(TableError) {
    let stops = records.stops
    var driver = DriverIndex.none
    var sequence = 0
    for index in stableOrder(of: stops.count, keys: drivers.count, by: { Int(stops[$0].driver) }) {
      let stop = stops[index]
      sequence = stop.driver == driver ? sequence + 1 : 1
      driver = stop.driver
      table.row.id(drivers[Int(driver)].id, driverNames)
      table.row.field(sequence)
      write(stop, into: &table.row)
      try table.endRow()
    }
  }

  /// What was done at the stop: arrive_s … on_board_after.
  private func write(_ stop: StopRecord, into row: inout CSVWriter) {
    let isService = stop.request != .none
    row.field(stop.arrive)
    row.limit(stop.leave)
    row.field(stop.kind.rawValue)
    row.id(isService ? requests[Int(stop.request)].id : nil, requestNames)
    row.field(isService ? stop.partySize : nil)
    row.coordinates(stop.position, geometry)
    row.metres(stop.odometer)
    row.field(stop.onBoardAfter)
  }
}
