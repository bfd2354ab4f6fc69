import Tables

extension TimeSeries {
  /// Writes timeseries.csv.
  func write(into table: inout TableFile) throws(TableError) {
    for interval in intervals {
      table.row.field(interval.from)
      table.row.field(interval.to)
      table.row.field(interval.driversActive)
      table.row.field(interval.requestsSubmitted)
      table.row.field(interval.matches)
      table.row.field(interval.pickups)
      table.row.field(interval.dropoffs)
      table.row.field(interval.requestsWaiting)
      table.row.field(interval.passengersOnBoard)
      table.row.ratio(interval.matchRate)
      table.row.seconds(interval.meanTimeToMatch)
      table.row.seconds(interval.meanDetour)
      try table.endRow()
    }
  }
}
