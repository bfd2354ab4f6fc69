import CarpoolScenario
import Foundation
import Ground
import Quantities
import RoadNetwork
import Scenario
import Spaces
import Synthesis

/// A recorded table of drivers, of requests, of taxi trips or of announcements, or zones with a matrix of trips, read for a part of
/// the globe.
struct TravellersReader: FuzzedReader {
  private let folder: String
  private let scenario: Scenario
  private let territory: Territory

  /// The files that the input is laid out as.
  private let files: [String]

  init(folder: String, supply: String, demand: String, format: String = "taxi", files: [String] = ["a.csv"]) {
    func side(_ kind: String) -> String {
      switch kind {
      case "recorded": "{kind: 'recorded', file: 'a.csv'}"
      case "matrix":
        "{kind: 'synthetic', count: 20, od: {kind: 'matrix', zones: '\(files[0])', trips: '\(files[1])'}}"
      default: "{kind: '\(kind)'}"
      }
    }
    self.folder = folder
    self.files = files
    let trips = supply == "trips" ? ", trips: {file: 'a.csv', format: '\(format)'}" : ""
    let text = """
      {space: {kind: 'plane'}, supply: \(side(supply)), demand: \(side(demand))\(trips), \
      time: {start: '2008-05-22T00:00:00'}}
      """
    do { scenario = try Scenario.load(text: text, file: "a.json5") } catch { fatalError("\(error)") }
    let bounds = Bounds(low: Coordinates(x: -20, y: 10), high: Coordinates(x: 40, y: 70))
    territory = Territory(OpenSpace(geometry: .globe, speed: 10, bounds: bounds))
  }

  func read(_ input: [UInt8]) {
    layOut(input, as: files, in: folder)
    do throws(SynthesisError) { _ = try Population.make(scenario, in: territory, folder: folder) } catch {
      _ = error.description
    }
  }
}
