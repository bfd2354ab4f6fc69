import Matching
import Quantities
import Spaces
import Travellers

extension CarpoolMarket {
  /// Keeps what `driver` has driven through before `time`, where somebody wants to know: a plan that changes forgets it.
  mutating func keepTrack(of driver: DriverIndex, before time: Milliseconds) {
    guard setup.observation.recordsTracks else { return }
    let kept = driverStates[driver].trackedBefore
    fleet.itineraries[driver].track.forEachVertex(from: kept) { vertex in
      guard vertex.time < time else { return false }
      tracks.append(
        TrackRecord(driver: driver, time: vertex.time, position: vertex.place.position))
      return true
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
