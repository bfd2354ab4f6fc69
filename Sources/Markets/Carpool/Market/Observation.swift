import Lifecycle
import Matching
public import Quantities
import Spaces
import Travellers

/// The optional records of a run, and its progress reports.
///
/// None of them affects results.
public struct Observation {
  public var recordsEvents = false
  public var recordsCandidates = false
  /// Whether the tracks of all cars are recorded.
  public var recordsTracks = false
  /// Whether all messages, ratings and friendships are recorded.
  public var recordsMessages = false
  public var recordsReviews = false
  public var recordsFriendships = false
  /// The requests to explain, by showing the drivers who came closest to being candidates; nil: none.
  public var explained: Explained?
  /// The periodic review of the records during the run; nil: none.
  public var review: Review?
  /// Called from time to time with the fraction of requests submitted (0 … 1) and the number of events so far.
  public var progress: ((Double, Int64) -> Void)?

  public init() {}

  /// Whether attempts must be examined before they are decided.
  var looksAtAttempts: Bool { recordsCandidates || explained != nil || review != nil }

  /// A periodic review of a run's records so far.
  public struct Review {
    /// The minimum interval between two reviews, in simulated time.
    public var interval: Milliseconds
    /// Called before the first attempt after each interval, with the records so far.
    public var take: (RunRecords) -> Void

    /// Creates a review that calls `take` every `interval`.
    public init(every interval: Milliseconds, _ take: @escaping (RunRecords) -> Void) {
      self.interval = interval
      self.take = take
    }
  }

  /// The requests to explain, and how.
  public struct Explained: Sendable {
    /// Whether each request of the run is explained, by request index.
    public var requests: [Bool]
    /// The number of drivers shown for each attempt.
    public var drivers: Int

    /// Selects the `requests` marked true, with `drivers` drivers shown per attempt.
    public init(requests: [Bool], drivers: Int) {
      self.requests = requests
      self.drivers = drivers
    }
  }
}

/// Optional records of a run, which do not affect its results; most runs have none.
struct ObservedRecords {
  private let observation: Observation
  /// The evaluations of drivers in attempts, and of published trips in searches.
  var candidates: [CandidateRecord] = []
  var sightings: [SightingRecord] = []
  private(set) var tracks: [TrackRecord] = []
  /// The policy's remarks on explained attempts, by the index of the attempt in the run.
  private(set) var remarks: [Int: String] = [:]
  /// By driver index: the time up to which the car's track has been recorded; empty if tracks are not recorded.
  private var trackedBefore: [Milliseconds]
  /// The time of the next review of the run.
  private var nextReview: Milliseconds

  init(_ observation: Observation, drivers: Int) {
    self.observation = observation
    trackedBefore = observation.recordsTracks ? Array(repeating: .zero, count: drivers) : []
    nextReview = observation.review?.interval ?? .never
  }

  /// Whether attempts must be examined before they are decided.
  var looksAtAttempts: Bool { observation.looksAtAttempts }
  /// Whether the drivers considered are recorded for all attempts.
  var recordsCandidates: Bool { observation.recordsCandidates }

  /// Returns the number of drivers shown for each attempt of `request`; nil if it is not explained.
  func driversShown(to request: RequestIndex) -> Int? {
    guard let explained = observation.explained, explained.requests[Int(request)] else { return nil }
    return explained.drivers
  }

  /// Returns the review if it is due at `time`; otherwise nil.
  mutating func review(at time: Milliseconds) -> Observation.Review? {
    guard time >= nextReview, let review = observation.review else { return nil }
    nextReview = time.saturatingAdd(review.interval)
    return review
  }

  /// Records the policy's remark on the attempt with index `attempt` in the run, if its request, `request`, is
  /// explained.
  mutating func keep(_ remark: String, of request: RequestIndex, attempt: Int) {
    if driversShown(to: request) != nil { remarks[attempt] = remark }
  }

  /// If tracks are recorded, records the part of `track` that `driver` drove before `time`; called before a change of
  /// plan discards it.
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

  /// Records the rest of `track`; the car of `driver` stops permanently at `time`.
  mutating func keepLast(
    of track: borrowing Track, of driver: DriverIndex, at time: Milliseconds, _ geometry: Geometry
  ) {
    guard observation.recordsTracks else { return }
    keep(track, of: driver, before: time)
    tracks.append(
      TrackRecord(driver: driver, time: time, position: track.position(at: time, geometry: geometry)))
  }
}

extension CarpoolMarket {
  /// Evaluates the drivers for `attempt` and records the results, if requested.
  mutating func inspect(_ attempt: borrowing Attempt) {
    let shown = observed.driversShown(to: attempt.index)
    guard shown != nil || observed.recordsCandidates else { return }
    let excluded = attempt.excluded
    let available = fleet.active.sorted().filter { fleet.isAvailable($0) && !excluded.contains($0) }
    // Most drivers in a city are far away: a table of candidates leaves them out, and an explanation shows only a
    // few.
    let drivers = shown.map { fleet.nearest($0, of: available, to: attempt.inquiry) } ?? available
    for driver in drivers {
      var diagnosis = fleet.diagnose(driver, attempt.inquiry)
      if let candidate = diagnosis.candidate {
        diagnosis.worth = setup.policy.worth(of: candidate, in: attempt)
        // The candidate repeats the diagnosis, and there may be millions.
        diagnosis.candidate = nil
      }
      guard shown != nil || diagnosis.failed != .radius else { continue }
      observed.candidates.append(
        CandidateRecord(
          request: attempt.index, cycle: attempt.cycle, attempt: attempt.attempt, diagnosis: diagnosis))
    }
  }
}
