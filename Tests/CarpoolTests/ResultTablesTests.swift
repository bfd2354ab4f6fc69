import Matching
import Metrics
import Quantities
import Simulation
import Spaces
import Tables
import TestSupport
import Testing
import Travellers

@testable import Carpool

struct ResultTablesTests {
  /// The rows of a table, header and run_id left out.
  private func rows(_ schema: TableSchema, of run: CarpoolRun = Story.run) throws -> String {
    try withScratchFolder { folder in
      var tables = ResultTables(folder: folder, runID: "r")
      try run.write(into: &tables)
      let lines = try text(schema.fileName, in: folder).split(separator: "\n")
      #expect(lines[0] == schema.header)
      #expect(tables.receipts.first { $0.table == schema }?.receipt.rows == lines.count - 1)
      let hasRunID = schema.columns[0] == .runID
      return lines.dropFirst().map { $0.dropFirst(hasRunID ? 2 : 0) }.joined(separator: "\n")
    }
  }

  @Test
  func `requests say what was asked and what became of it`() throws {
    #expect(
      try rows(CarpoolTable.requestsOfStrangers.schema) == """
        1,50.000,2000.0,0.0,7000.0,0.0,500.000,5000.0,2,1,true,m,30,false,served,,1,1,65.000,65.000,10,\
        950.000,1450.000,300.000,860.000,15.000,250.000,560.000,5000.0,1.120000,60.000,0.0,1.000000,\
        250000,,,,,
        2,200.000,3000.0,0.0,9000.0,250.0,600.000,6000.0,1,0,,,,false,served,,1,2,275.000,275.000,10,,,\
        430.000,1090.000,75.000,230.000,660.000,6000.0,1.100000,110.500,500.0,0.666667,250000,,,,,
        3,300.000,0.0,9000.0,3000.0,9000.0,300.000,3000.0,1,0,,,,false,unmatched,no_driver_in_radius,1,\
        3,,,,,,,,,,,,,,,,,,,,,
        4,310.000,4000.0,0.0,6000.0,0.0,200.000,2000.0,1,0,,,,true,probe_hit,,1,1,,,,,,,,,,,,,,,,,,,,,
        5,320.000,4000.0,0.0,4000.0,6000.0,600.000,6000.0,1,0,,,,true,probe_miss,none_on_route,1,1,,,,,,\
        ,,,,,,,,,,,,,,,
        6,330.000,0.0,0.0,99000.0,0.0,,,1,0,,,,false,refused_input,too_long,0,0,,,,,,,,,,,,,,,,,,,,,
        7,400.000,5000.0,0.0,6000.0,0.0,100.000,1000.0,1,0,,,,false,cancelled_by_passenger,patience,1,1,\
        ,,,,,,,,,,,,,,,,,,,,
        """)
  }

  @Test
  func `attempts stand by request, then in the order of the calls`() throws {
    #expect(
      try rows(CarpoolTable.attemptsWithoutChoice.schema) == """
        1,1,1,50.000,2,1,1,1,1,1,,1,accepted,,10,0.0,0.0,250.000,60.000,0.0,,250000,65.000
        2,1,1,200.000,2,2,1,1,1,0,,1,no_candidate,limits,,,,,,,latest_pickup_s,,
        2,1,2,260.000,2,1,1,1,1,1,,1,accepted,,10,1500.0,0.0,170.000,100.000,500.0,,250000,275.000
        3,1,1,300.000,2,0,0,0,0,0,,0,no_candidate,no_driver_in_radius,,,,,,,,,
        3,1,2,360.000,2,0,0,0,0,0,,0,no_candidate,no_driver_in_radius,,,,,,,,,
        3,1,3,420.000,2,0,0,0,0,0,,0,no_candidate,no_driver_in_radius,,,,,,,,,
        4,1,1,310.000,2,1,1,1,1,1,,1,probe_hit,,10,2000.0,0.0,200.000,60.000,0.0,,250000,
        5,1,1,320.000,2,1,0,0,0,0,,0,probe_miss,none_on_route,,,,,,,,,
        7,1,1,400.000,2,1,1,1,1,1,,1,declined,declined,10,2500.0,0.0,190.000,61.000,12.3,,250000,415.000
        """)
  }

  @Test
  func `drivers say what they would have driven, what they drove and the difference`() throws {
    #expect(
      try rows(CarpoolTable.driversOfStrangers.schema) == """
        10,0.0,0.0,10000.0,0.0,100.000,1100.000,1270.000,1000.000,10000.0,1170.000,10500.0,170.000,\
        500.0,0.170000,900.000,,3,2,false,f,44,3,1,2,3,arrived,,,,,
        20,0.0,1000.0,4000.0,1000.0,0.000,400.000,400.000,400.000,4000.0,400.000,4000.0,0.000,0.0,\
        0.000000,,0.500000,1,0,,,,0,0,0,0,arrived,,,,,
        30,5.0,5.0,5.0,5.0,60.000,,,,,,,,,,,,3,2,,,,0,0,0,0,refused_input,,,,,
        """)
  }

  @Test
  func `stops stand by driver, counted from one`() throws {
    #expect(
      try rows(CarpoolTable.stopsOfEach.schema) == """
        10,1,100.000,100.000,depart,,,0.0,0.0,0.0,0
        10,2,300.000,330.000,pickup,1,2,2000.0,0.0,2000.0,2
        10,3,430.000,460.000,pickup,2,1,3000.0,0.0,3000.0,3
        10,4,860.000,890.000,dropoff,1,2,7000.0,0.0,7000.0,1
        10,5,1090.000,1120.000,dropoff,2,1,9000.0,0.0,9000.0,0
        10,6,1270.000,1270.000,arrive,,,10000.0,0.0,10500.0,0
        20,1,0.000,0.000,depart,,,0.0,1000.0,0.0,0
        20,2,400.000,400.000,arrive,,,4000.0,1000.0,4000.0,0
        """)
  }

  @Test
  func `the time series holds flows of the interval and states at its end`() throws {
    #expect(
      try rows(CarpoolTable.timeseries.schema) == """
        0.000,300.000,2,2,2,0,0,2,0,1.000000,45.000,80.000
        300.000,600.000,1,2,0,2,0,0,3,0.000000,,
        600.000,900.000,1,0,0,0,1,0,1,,,
        900.000,1200.000,1,0,0,0,1,0,0,,,
        1200.000,1500.000,0,0,0,0,0,0,0,,,
        """)
  }

  @Test
  func `the summary has a row per metric and statistic, with the decimals of its unit`() throws {
    let rows = try rows(SummaryRow.table.schema).split(separator: "\n")
    let expected = CarpoolModel.figures(where: { _ in false }).metrics.flatMap { metric in
      metric.statistics.map { "\(metric.name),\($0.rawValue)" }
    }
    let found = rows.map { $0.split(separator: ",")[3...4].joined(separator: ",") }
    let oneObservation = ["driver_detour_s,sd", "driver_detour_m,sd", "driver_detour_ratio,sd"]
    #expect(found == expected.filter { !oneObservation.contains($0) })
    let some: [Substring] = [
      "story,7,0,match_rate,value,0.500000,ratio", "story,7,0,requests,value,4,count",
      "story,7,0,cause.patience,value,1,count", "story,7,0,time_to_match_s,sd,42.426,s",
      "story,7,0,driver_detour_m,mean,500.0,m", "story,7,0,wait_s,count,2,count",
      "story,7,0,vehicle_km,value,14.500,km", "story,7,0,co2_saved_kg,value,2.100,kg",
    ]
    for row in some { #expect(rows.contains(row)) }
  }

  @Test
  func `timing is kept apart and has no run_id`() throws {
    #expect(
      try rows(CarpoolTable.timing.schema) == """
        1,1,1,4.000,2,1,1
        2,1,1,3.000,2,2,1
        2,1,2,2.000,2,1,1
        3,1,1,1.000,2,0,0
        3,1,2,1.000,2,0,0
        3,1,3,1.000,2,0,0
        4,1,1,2.500,2,1,1
        5,1,1,1.500,2,1,0
        7,1,1,5.000,2,1,1
        """)
  }

  @Test
  func `coordinates have seven decimals on the globe`() throws {
    var run = Story.run
    run.geometry = .globe
    for (index, x, y) in [(0, 2.3522219, 48.856614), (1, -179.9999999, -89.9999999), (2, -0.00000004, 0)] {
      let position = Geometry.globe.position(of: Coordinates(x: x, y: y))
      run.drivers[index].origin = Place(position: position)
    }
    #expect(
      try rows(CarpoolTable.driversOfStrangers.schema, of: run).split(separator: "\n").map {
        $0.split(separator: ",")[1...2]
      } == [
        ["2.3522219", "48.8566140"], ["-179.9999999", "-89.9999999"], ["0.0000000", "0.0000000"],
      ])
  }

  @Test
  func `huge values are written out in full`() throws {
    var run = Story.run
    run.requests[6].id = .max
    run.requests[6].submit = Milliseconds(Int64.max / 4)
    run.requests[6].direct = Travel(duration: Milliseconds(Int64.max / 4), metres: 1e17)
    run.records.requests[0].match?.cost = .min
    let lines = try rows(CarpoolTable.requestsOfStrangers.schema, of: run).split(separator: "\n")
    #expect(lines[0].hasSuffix(",-9223372036854775808,,,,,"))
    #expect(
      lines[6].hasPrefix(
        "9223372036854775807,2305843009213693.951,5000.0,0.0,6000.0,0.0,2305843009213693.951,100000000000000000.0,"
      ))
  }

  @Test
  func `stages that a policy does not compute and limits that are not there are empty`() throws {
    var run = Story.run
    let counted = run.records.attempts[0]
    run.records.attempts[0] = AttemptRecord(
      request: counted.request, cycle: counted.cycle, attempt: counted.attempt, time: counted.time,
      funnel: Funnel(), outcome: counted.outcome, cause: counted.cause)
    run.records.attempts[0].driver = counted.driver
    run.records.attempts[0].offer = counted.offer
    run.records.stops[7].leave = .never
    #expect(
      try rows(CarpoolTable.attemptsWithoutChoice.schema, of: run).hasPrefix(
        "1,1,1,50.000,0,,,,,,,,accepted,,10,"))
    #expect(try rows(CarpoolTable.stopsOfEach.schema, of: run).contains("10,6,1270.000,,arrive,"))
  }

  @Test
  func `an unwritable folder is an error`() {
    var tables = ResultTables(folder: "/nowhere/at/all", runID: "r")
    #expect(throws: TableError.self) { try Story.run.write(into: &tables) }
  }
}
