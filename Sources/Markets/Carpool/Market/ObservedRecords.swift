import Matching
import Quantities
import Spaces
import Travellers

/// The records of a run that are kept only because they are asked for: none of them changes a result, and most runs keep none.
struct ObservedRecords {
  private let observation: Observation
  /// The records of how drivers fared in attempts, and published trips in searches.
  var candidates: [CandidateRecord] = []
  var sightings: [SightingRecord] = []
  private(set) var tracks: [TrackRecord] = []
  /// The policy's remarks on attempts that are explained, by their places among all of the run.
  private(set) var remarks: [Int: String] = [:]
  /// The time before which the driving of each car is in `tracks`; empty where these are not recorded.
  private var trackedBefore: [Milliseconds]
  /// The time of the next look at the run.
  private var nextReview: Milliseconds

  init(_ observation: Observation, drivers: Int) {
    self.observation = observation
    trackedBefore = observation.recordsTracks ? Array(repeating: .zero, count: drivers) : []
    nextReview = observation.review?.interval ?? .never
  }

  /// True if attempts are looked at before they are decided, and if the drivers in all of them are recorded.
  var looksAtAttempts: Bool { observation.looksAtAttempts }
  var recordsCandidates: Bool { observation.recordsCandidates }

  /// Returns the number of drivers shown for each attempt of `request`; nil if it is not explained.
  func driversShown(to request: RequestIndex) -> Int? {
    guard let explained = observation.explained, explained.requests[Int(request)] else { return nil }
    return explained.drivers
  }

  /// The look at the run that is due at `time`; nil where none is.
  mutating func review(at time: Milliseconds) -> Observation.Review? {
    guard time >= nextReview, let review = observation.review else { return nil }
    nextReview = time.saturatingAdd(review.interval)
    return review
  }

  /// Keeps what the policy says of an attempt of `request`, the run's `attempt`, if the request is explained.
  mutating func keep(_ remark: String, of request: RequestIndex, attempt: Int) {
    if driversShown(to: request) != nil { remarks[attempt] = remark }
  }

  /// Keeps what `driver` has driven through of `track` before `time`, if tracks are recorded: a plan that changes forgets it.
  mutating func keep(_ track: borrowing Track, of driver: DriverIndex, before time: Milliseconds) {
    guard observation.recordsTracks else { return }
    let kept = trackedBefore[Int(driver)]
    track.forEachVertex(from: kept) { vertex in
      guard vertex.time < time else { return false }
      tracks.append(TrackRecord(driver: driver, time: vertex.time, position: vertex.place.position))
      return true
    }
    trackedBefore[Int(driver)] = max(kept, time)
  }

  /// Keeps the rest of `track`, at the end of which the car of `driver` is at `time` for good.
  mutating func keepLast(
    of track: borrowing Track, of driver: DriverIndex, at time: Milliseconds, _ geometry: Geometry
  ) {
    guard observation.recordsTracks else { return }
    keep(track, of: driver, before: time)
    tracks.append(
      TrackRecord(driver: driver, time: time, position: track.position(at: time, geometry: geometry)))
  }
}
