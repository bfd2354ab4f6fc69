import Matching
import Quantities
import Spaces
import Travellers

/// Records of a run that are kept only on request: none of them changes a result, and most runs keep none.
struct ObservedRecords {
  private let observation: Observation
  /// The records of how drivers fared in attempts, and published trips in searches.
  var candidates: [CandidateRecord] = []
  var sightings: [SightingRecord] = []
  private(set) var tracks: [TrackRecord] = []
  /// The policy's remarks on explained attempts, by index among all attempts of the run.
  private(set) var remarks: [Int: String] = [:]
  /// The time up to which the driving of each car is in `tracks`; empty if tracks are not recorded.
  private var trackedBefore: [Milliseconds]
  /// The time of the next review of the run.
  private var nextReview: Milliseconds

  init(_ observation: Observation, drivers: Int) {
    self.observation = observation
    trackedBefore = observation.recordsTracks ? Array(repeating: .zero, count: drivers) : []
    nextReview = observation.review?.interval ?? .never
  }

  /// Whether attempts are examined before they are decided.
  var looksAtAttempts: Bool { observation.looksAtAttempts }
  /// Whether the drivers in all attempts are recorded.
  var recordsCandidates: Bool { observation.recordsCandidates }

  /// Returns the number of drivers shown for each attempt of `request`; nil if it is not explained.
  func driversShown(to request: RequestIndex) -> Int? {
    guard let explained = observation.explained, explained.requests[Int(request)] else { return nil }
    return explained.drivers
  }

  /// Returns the review that is due at `time`; nil if none is.
  mutating func review(at time: Milliseconds) -> Observation.Review? {
    guard time >= nextReview, let review = observation.review else { return nil }
    nextReview = time.saturatingAdd(review.interval)
    return review
  }

  /// Records the policy's remark on an attempt of `request`, with index `attempt` in the run, if the request
  /// is explained.
  mutating func keep(_ remark: String, of request: RequestIndex, attempt: Int) {
    if driversShown(to: request) != nil { remarks[attempt] = remark }
  }

  /// Records the part of `track` that `driver` drove before `time`, if tracks are recorded: a change of plan
  /// discards it.
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

  /// Records the rest of `track`, at whose end the car of `driver` stops for good at `time`.
  mutating func keepLast(
    of track: borrowing Track, of driver: DriverIndex, at time: Milliseconds, _ geometry: Geometry
  ) {
    guard observation.recordsTracks else { return }
    keep(track, of: driver, before: time)
    tracks.append(
      TrackRecord(driver: driver, time: time, position: track.position(at: time, geometry: geometry)))
  }
}
