import Carpool
import CarpoolScenario
import Foundation
import Ground
import Metrics
import Models
import Quantities
import Scenario
import Simulation
import Spaces
import Synthesis
import TestSupport
import Testing
import Travellers

@testable import Run

/// Tracks say where cars really were: they meet the stops in time and place, and are as long as the odometers say.
struct TracksTests {
  /// Insertion replans often, cancellations take stops out, a horizon cuts cars off under way.
  @Test(arguments: [
    ("quickstart", []), ("torus", []), ("geographic", []),
    ("quickstart", ["matching.policy='insertion'", "behaviour.driver_cancel_probability=0.3"]),
    ("quickstart", ["time.horizon_s=2400"]),
  ])
  func tracksMeetStopsAndOdometers(name: String, overrides: [String]) throws {
    let path = SharedData.checkout.appending(path: "Scenarios/\(name).json5").path
    let size = ["supply.count=150", "demand.count=300", "time.duration_s=3600", "results.record=['tracks']"]
    let run = try CarpoolWorld(contentsOf: path, overrides: size + overrides)
    let records = try run.records()
    let geometry = run.input.spaces.geometry
    let circuity =
      switch run.input.scenario.space {
      case .plane(let plane): plane.circuity
      case .torus(let torus): torus.circuity
      case .geographic(let region): region.circuity
      case .city, .network: 1.0
      }
    let tracks = Dictionary(grouping: records.tracks, by: \.driver)
    var stops = 0
    var longest = 0
    for (driver, stopsMade) in Dictionary(grouping: records.stops, by: \.driver) {
      let track = try #require(tracks[driver])
      longest = max(longest, track.count)
      for (a, b) in zip(track, track.dropFirst()) { #expect(a.time <= b.time) }
      #expect(track[0].time == stopsMade[0].arrive)
      #expect(track[track.count - 1].time == min(records.drivers[driver].arrive ?? .never, records.end))
      for stop in stopsMade {
        for time in [stop.arrive, min(stop.leave, records.end)] {
          #expect(
            geometry.distance(position(track, time, geometry), stop.position) < 0.001,
            "driver \(driver) at \(time)")
        }
        stops += 1
      }
      let metres = zip(track, track.dropFirst()).reduce(0) {
        $0 + geometry.distance($1.0.position, $1.1.position)
      }
      let driven = records.drivers[driver].drivenMetres
      // Where cars drive straight lines, roads are longer by the circuity; on a network the drawn course may be a little
      // shorter than its link is long.
      let roads = metres * circuity
      #expect(roads <= driven + 0.01 && roads >= (circuity > 1 ? 0.9999 : 0.99) * driven - 0.01)
    }
    #expect(stops > 100 && longest > 3)
  }

  @Test func whatIsRecordedChangesNoResult() throws {
    let path = SharedData.checkout.appending(path: "Scenarios/quickstart.json5").path
    let size = ["supply.count=150", "demand.count=300"]
    let without = try CarpoolWorld(contentsOf: path, overrides: size)
    let with = try CarpoolWorld(contentsOf: path, overrides: size + ["results.record=['tracks']"])
    #expect(try without.results().digest().fingerprint == with.results().digest().fingerprint)
    #expect(without.identity == with.identity)
    #expect(try without.records().tracks.isEmpty)
  }

  private func position(_ track: [TrackRecord], _ time: Milliseconds, _ geometry: Geometry) -> Position {
    let next = track.firstIndex { $0.time > time } ?? track.count
    guard next < track.count else { return track[track.count - 1].position }
    let (a, b) = (track[next - 1], track[next])
    let share = Double((time - a.time).rawValue) / Double((b.time - a.time).rawValue)
    return geometry.interpolate(a.position, b.position, fraction: share)
  }
}
