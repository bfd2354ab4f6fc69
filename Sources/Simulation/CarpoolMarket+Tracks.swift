import Matching
import Quantities
import Spaces
import Travellers

extension CarpoolMarket {
  /// Keeps what `driver` has driven through before `time`, where somebody wants to know: a plan that changes forgets it.
  mutating func keepTrack(of driver: DriverIndex, before time: Milliseconds) {
    guard setup.observation.recordsTracks else { return }
    let kept = driverStates[driver].trackedBefore
    let vertices = fleet.itineraries[driver].track.vertices
    // What lies ahead may be long, and what was kept already may be too: both are passed over from their ends.
    let first = (vertices.lastIndex { $0.time < kept } ?? -1) + 1
    for vertex in vertices[first...] {
      guard vertex.time < time else { break }
      tracks.append(
        TrackRecord(driver: driver, time: vertex.time, position: vertex.place.position))
    }
    driverStates[driver].trackedBefore = max(kept, time)
  }

  /// Keeps the rest of the way of `driver`, who is where the car is at `time` for good.
  mutating func keepLastOfTrack(of driver: DriverIndex, at time: Milliseconds) {
    guard setup.observation.recordsTracks, driverStates[driver].hasDeparted else { return }
    keepTrack(of: driver, before: time)
    let position = fleet.itineraries[driver].track.position(at: time, geometry: setup.spaces.geometry)
    tracks.append(TrackRecord(driver: driver, time: time, position: position))
  }
}
