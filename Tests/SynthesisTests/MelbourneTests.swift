import Foundation
import Ground
import TestSupport
import Testing
import Travellers

@testable import Synthesis

@Suite struct MelbourneTests {
  /// The script's tables are read whole, and few of their rows are refused.
  @Test(.enabled(if: SharedData.has("melbourne/announcements.csv.gz"), "needs the Melbourne announcements"))
  func theScriptsTablesAreRead() throws {
    let folder = try TemporaryFolder([:])
    let script = Process()
    script.executableURL = URL(filePath: "/usr/bin/env")
    script.arguments = [
      "python3", SharedData.checkout.appending(path: "Scripts/melbourne_announcements.py").path,
      SharedData.url("melbourne/announcements.csv.gz").path, folder.path,
    ]
    script.standardOutput = FileHandle.nullDevice
    try script.run()
    script.waitUntilExit()
    #expect(script.terminationStatus == 0)
    let population = try Fixture.population(
      supply: "{kind: 'recorded', file: 'drivers.csv'}", demand: "{kind: 'recorded', file: 'requests.csv'}",
      overrides: ["time.duration_s=null"],
      in: Territory(Fixture.open(west: 144, south: -39, east: 146, north: -37)), folder: folder.path)
    #expect((population.drivers.count, population.requests.count) == (12_750, 10_125))
    // Some windows are too narrow for 36 km/h.
    #expect(population.refused.map(\.cause) == [.badWindow])
    #expect(population.refused.allSatisfy { $0.drivers < 200 && $0.requests < 200 })
  }
}
