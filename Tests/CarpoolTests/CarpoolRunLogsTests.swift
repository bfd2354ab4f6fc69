import Metrics
import Quantities
import TestSupport
import Testing
import Travellers

@testable import Carpool
@testable import Matching
@testable import Simulation

struct CarpoolRunLogsTests {
  private func lines(
    _ name: String, of run: CarpoolRun
  ) throws -> [Substring] {
    try withScratchFolder { folder in
      var tables = ResultTables(folder: folder, runID: "r")
      try run.write(asked: [name], into: &tables)
      return try text(name + ".csv", in: folder).split(separator: "\n").dropFirst().map { $0.dropFirst(2) }
    }
  }

  @Test
  func `candidates stand by request and say how each driver fared`() throws {
    var run = Story.run
    let best = Insertion(
      pickupAfter: 0, dropoffAfter: 0, timeToPickup: Story.seconds(250),
      timeToDropoff: Story.seconds(550), addedDriving: .zero, detour: Story.seconds(60))
    let candidate = Diagnosis(
      driver: 0, reported: Position(x: 0, y: 0), failed: nil, metresToPickup: 2000, metresToRoute: 12.34,
      result: InsertionResult(best: best, agreement: 0.5, cost: 310_000))
    let other = Diagnosis(
      driver: 1, reported: Position(x: 1, y: 1000), failed: .route, metresToPickup: 7,
      metresToRoute: .infinity,
      result: InsertionResult(bindingLimit: .detourRatio))
    run.records.candidates = [
      CandidateRecord(request: 2, cycle: 1, attempt: 2, diagnosis: other),
      CandidateRecord(request: 0, cycle: 1, attempt: 1, diagnosis: candidate),
      CandidateRecord(request: 0, cycle: 1, attempt: 1, diagnosis: other),
    ]
    #expect(
      try lines("candidates", of: run) == [
        "1,1,1,10,0.0,0.0,2000.0,12.3,,,250.000,60.000,0.500000,310000",
        "1,1,1,20,1.0,1000.0,7.0,,route,max_detour_ratio,,,1.000000,",
        "3,1,2,20,1.0,1000.0,7.0,,route,max_detour_ratio,,,1.000000,",
      ])
  }

  @Test
  func `events keep the order of execution`() throws {
    var run = Story.run
    run.records.log = [
      EventRecord(time: .zero, kind: .driverDeparted, driver: 1, request: -1),
      EventRecord(time: Story.seconds(50), kind: .requestSubmitted, driver: -1, request: 0),
      EventRecord(time: Story.seconds(50), kind: .pickup, driver: 0, request: 1),
    ]
    #expect(
      try lines("events", of: run) == [
        "1,0.000,driver_departed,,20", "2,50.000,request_submitted,1,", "3,50.000,pickup,2,10",
      ])
  }

  @Test
  func `what was asked for is written even where it is empty`() throws {
    for table in CarpoolRun.tables.onRequest { #expect(try lines(table.name, of: Story.empty) == []) }
  }
}
