import Foundation
import Ground
import Quantities
import Spaces
import Tables
import TestSupport
import Testing
import Travellers

@testable import Synthesis

@Suite struct MelbourneTests {
  private var territory: Territory { Territory(Fixture.open(west: 144, south: -39, east: 146, north: -37)) }

  private func population(_ file: String, folder: String, _ overrides: [String] = []) throws -> Population {
    try Fixture.population(
      supply: "{kind: 'trips'}", demand: "{kind: 'trips'}",
      overrides: ["trips={file: '\(file)', format: 'announcements'}", "time.duration_s=null"] + overrides,
      in: territory, folder: folder)
  }

  /// Every announcement is read as a reader written apart has it, and few are refused.
  @Test(.enabled(if: SharedData.has("melbourne/announcements.csv.gz"), "needs the Melbourne announcements"))
  func theDayIsReadAsItIs() throws {
    let path = SharedData.url("melbourne/announcements.csv.gz").path
    let population = try population(path, folder: "")
    #expect((population.drivers.count, population.requests.count) == (12_750, 10_125))
    // Some windows are too narrow for 36 km/h.
    #expect(population.refused.map(\.cause) == [.badWindow])
    #expect(population.refused.allSatisfy { $0.drivers < 200 && $0.requests < 200 })
    var rows: [Int64: [Double]] = [:]
    for line in try FileBytes(contentsOf: path).text.split(whereSeparator: \.isNewline).dropFirst() {
      let fields = line.split(separator: ",").compactMap { Double($0) }
      rows[Int64(fields[0])] = fields
    }
    // A half may be rounded either way.
    func agree(_ time: Milliseconds, _ minutes: Double) -> Bool {
      (Double(time.rawValue) - 60_000 * minutes).magnitude <= 0.501
    }
    for driver in population.drivers {
      let row = try #require(rows[driver.id])
      #expect(agree(driver.announce, row[7]) && agree(driver.depart, max(row[5], row[7])))
      #expect(agree(driver.latestArrival, row[6]))
      let end = Geometry.globe.coordinates(of: driver.destination.position)
      #expect(abs(end.x - row[12]) < 1e-6 && abs(end.y - row[11]) < 1e-6)
    }
    for request in population.requests {
      let row = try #require(rows[request.id])
      #expect(agree(request.submit, row[7]) && agree(request.earliestPickup, row[5]))
      #expect(agree(request.latestDropoff, row[6]) && agree(request.waitsFrom, max(row[5], row[7])))
    }
  }

  private let header =
    "Announcement,Earliesttime,Latesttime,Announcementtime,Origin_Latitude,Origin_Longitude,Destination_Latitude,"
    + "Destination_Longitude\n"

  @Test func timesCountFromTheStart() throws {
    let folder = try TemporaryFolder([
      "a.csv": header + """
        1,490,700,470,-37.8,145,-37.9,145
        100001,490,700,470,-37.8,145,-37.9,145
        2,470,700,460,-37.8,145,-37.9,145
        """
    ])
    let population = try population("a.csv", folder: folder.path, ["time.start='2026-05-18T08:00:00'"])
    // Announced before second 0, under way after it: known from the start.
    #expect(population.drivers.map(\.id) == [1] && population.drivers[0].announce == .zero)
    #expect(population.drivers[0].depart == Milliseconds(600_000))
    #expect(population.requests.map(\.submit) == [.zero])
    #expect(population.requests[0].latestDropoff == Milliseconds(13_200_000))
    #expect(population.inputs[0].beforeStart == 1)
    // May leave as late as arrives at minute 700.
    let driver = population.drivers[0]
    #expect(driver.leavesLate && driver.departAlone + driver.solo.duration == driver.latestArrival)
  }

  @Test func theScenarioMaySayHowFlexibleAndHowEarlyEverybodyIs() throws {
    let folder = try TemporaryFolder([
      "a.csv": header + """
        1,490,700,495,-37.8,145,-37.9,145
        100001,490,700,470,-37.8,145,-37.9,145
        """
    ])
    let population = try population(
      "a.csv", folder: folder.path,
      [
        "supply.flexibility_s=300", "supply.announce_before_s=600", "demand.flexibility_s=400",
        "demand.lead_s=900",
      ])
    let (driver, request) = (population.drivers[0], population.requests[0])
    let leaving = Milliseconds(seconds: 490 * 60)
    #expect(driver.depart == leaving && driver.announce == leaving - Milliseconds(seconds: 600))
    #expect(driver.latestArrival == leaving + driver.solo.duration + Milliseconds(seconds: 300))
    #expect(driver.leavesLate && driver.flexibility == Milliseconds(seconds: 300))
    #expect(request.submit == leaving - Milliseconds(seconds: 900) && request.earliestPickup == leaving)
    #expect(request.latestDropoff == leaving + request.direct.duration + Milliseconds(seconds: 400))
  }

  @Test func anotherSuchDayHasOtherPeopleWithTheSlackOfThese() throws {
    let rows = (0..<400).map { row in
      "\(row % 2 == 0 ? row : 100_000 + row),\(400 + row),\(460 + row),\(380 + row),-37.8\(100 + row),145,-37.9,145.1"
    }
    let folder = try TemporaryFolder(["a.csv": header + rows.joined(separator: "\n")])
    let once = try population("a.csv", folder: folder.path, ["trips.resample=smooth"])
    let twice = try population(
      "a.csv", folder: folder.path, ["trips.resample=smooth", "trips.resample_factor=2"])
    for (count, double) in [
      (once.drivers.count, twice.drivers.count), (once.requests.count, twice.requests.count),
    ] {
      #expect((140...260).contains(count) && (310...490).contains(double))
    }
    for driver in twice.drivers where driver.refusal == nil {
      #expect(driver.depart - driver.announce == Milliseconds(seconds: 1_200))
      #expect(driver.flexibility > .zero && driver.departAlone + driver.solo.duration == driver.latestArrival)
    }
    let other = try population("a.csv", folder: folder.path, ["trips.resample=smooth", "replication=1"])
    #expect(other.drivers.map(\.depart) != once.drivers.map(\.depart))
    let thin = try population(
      "a.csv", folder: folder.path, ["trips.resample=thin", "trips.thin_share=0.5"])
    #expect((60...140).contains(thin.drivers.count))
  }

  @Test func everyFaultIsTold() throws {
    let folder = try TemporaryFolder([
      "a.csv": header + "1,soon,700,470,-97.8,145,-37.9,145\n1,490,1e9,470,-37.8,145,-37.9,145\n"
    ])
    let error = #expect(throws: SynthesisError.self) { _ = try population("a.csv", folder: folder.path) }
    let words = error.map { "\($0)" } ?? ""
    for part in [
      "Earliesttime: found “soon”", "a latitude from -90 to 90", "minutes since midnight is expected",
    ] {
      #expect(words.contains(part), "\(words)")
    }
  }
}
