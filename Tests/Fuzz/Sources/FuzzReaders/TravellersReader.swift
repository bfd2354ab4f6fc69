import CarpoolScenario
import Foundation
import Ground
import Quantities
import RoadNetwork
import Scenario
import Spaces
import Synthesis

/// A recorded table of drivers, of requests or of taxi trips, read for a part of the globe.
struct TravellersReader: FuzzedReader {
  private let folder: String
  private let scenario: Scenario
  private let territory: Territory

  init(folder: String, supply: String, demand: String) {
    func side(_ kind: String) -> String {
      kind == "recorded" ? "{kind: 'recorded', file: 'a.csv'}" : "{kind: '\(kind)'}"
    }
    self.folder = folder
    let trips = supply == "trips" ? ", trips: {file: 'a.csv'}" : ""
    let text = """
      {space: {kind: 'plane'}, supply: \(side(supply)), demand: \(side(demand))\(trips), \
      time: {start: '2008-05-22T00:00:00'}}
      """
    do { scenario = try Scenario.load(text: text, file: "a.json5") } catch { fatalError("\(error)") }
    let bounds = Bounds(low: Coordinates(x: -20, y: 10), high: Coordinates(x: 40, y: 70))
    territory = Territory(OpenSpace(geometry: .globe, speed: 10, bounds: bounds))
  }

  func read(_ input: [UInt8]) {
    _ = FileManager.default.createFile(atPath: folder + "/a.csv", contents: Data(input))
    do throws(SynthesisError) { _ = try Population.make(scenario, in: territory, folder: folder) } catch {
      _ = error.description
    }
  }
}
