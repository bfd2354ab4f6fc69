public import Lifecycle
public import Quantities
import Spaces
public import Travellers

/// The stages of a search for published trips, in order. Columns, causes and texts are derived from this list.
@frozen
public enum BoardStage: Int, FunnelStage {
  case published
  case reach
  case seats
  case preferences
  case means
  case funds

  public var words: StageWords<Cause> {
    switch self {
    case .published:
      StageWords(
        name: "published", cause: .nonePublished, column: "published",
        count:
          "Trips on the board under way at some time in the window, excluding those whose drivers declined.",
        meaning: "The trip is on the board and under way at some time in the window.",
        left: "under way in the window",
        remedy:
          "more drivers who publish, or publish earlier; wider windows, or searches nearer to the departure")
    case .reach:
      StageWords(
        name: "reach", cause: .tooFar, column: "in_reach",
        count:
          "The number of these with a stop in reach of the origin, in time, and a later one in reach of the destination.",
        meaning: "A stop lies within the access of the origin and is left within the window, not before the"
          + " passenger can be there; a later one lies within the egress of the destination.",
        left: "with stops in reach",
        remedy: "a larger access or egress, more stops on the way, or wider windows")
    case .seats:
      StageWords(
        name: "seats", cause: .noSeats, column: "with_seats",
        count: "The number of these with seats and luggage room on all legs between such stops.",
        meaning: "Some such pair of stops has enough seats and luggage room on every leg in between.",
        left: "with seats",
        nobody: "none of the remaining trips had enough seats and luggage room on every leg in between",
        remedy: "more seats or luggage room per driver, or smaller parties")
    case .preferences:
      StageWords(
        name: "preferences", cause: .preferences, column: "with_preferences",
        count: "The number of these with mutually compatible required wishes.",
        meaning: "The required wishes of both sides are compatible.", left: "with compatible wishes",
        nobody: "required wishes excluded all remaining drivers",
        remedy: "wishes that count in the score instead of being required")
    case .means:
      StageWords(
        name: "means", cause: .tooDear, column: "within_means",
        count:
          "The number of these with a pair of such stops at a seat price within the passenger's means.",
        meaning: "The seat price between some such pair of stops is within the passenger's means.",
        left: "within the means", remedy: "greater means, or lower prices")
    case .funds:
      StageWords(
        name: "funds", cause: .noFunds, column: "with_funds",
        count: "The number of these whose price the passenger can pay for the party: the candidates.",
        meaning: "The passenger can pay the party's price between some such pair of stops.",
        left: "that the passenger can pay", remedy: "more money in the wallets, top-ups, or payment in cash")
    }
  }

  public var nobody: String { words.nobody ?? cause.ownMeaning ?? name }
}

/// The number of published trips left after each stage.
///
///     counts[.reach] = 6
@frozen
public struct BoardFunnel: Equatable, Sendable {
  /// The counts, in the order of the stages.
  @usableFromInline var left = SIMD8<Int32>.zero

  /// Creates a funnel of zeros.
  @inlinable public init() {}

  /// The number of trips left after `stage`.
  @inlinable public subscript(stage: BoardStage) -> Int32 {
    get { left[stage.rawValue] }
    set { left[stage.rawValue] = newValue }
  }

  /// The first stage with no trip left; nil if there is none.
  public var emptied: BoardStage? { BoardStage.allCases.first { self[$0] == 0 } }

  /// The cause of an unsuccessful search; nil if it found a trip.
  public var cause: Cause? { emptied?.cause }
}

/// The result of a search of the board.
public struct BoardFinding: Equatable, Sendable {
  /// The number of trips left after each stage.
  public var counts: BoardFunnel
  /// The best candidates, in order of rank, each with its best pair of stops.
  public var candidates: [BoardCandidate]

  /// Creates a result.
  public init(counts: BoardFunnel, candidates: [BoardCandidate]) {
    self.counts = counts
    self.candidates = candidates
  }
}

/// A bookable trip, with the pair of stops that the passenger would use.
public struct BoardCandidate: Equatable, Sendable {
  public var driver: DriverIndex
  /// The numbers of the stops at which the passenger boards and alights, from 0.
  public var from: Int
  public var to: Int
  /// The price of a seat, in the smallest currency unit.
  public var price: Int64
  /// The straight-line walking distances to and from the stops, in metres.
  public var walkToStop: Metres
  public var walkFromStop: Metres
  /// The time from the earliest desired departure to the trip's departure; with a desired arrival, from the trip's
  /// arrival to the latest desired arrival.
  public var shift: Milliseconds
  /// The proportion of the stated preferences that are met.
  public var agreement: Double
  /// The score of the trip, in milliseconds: lower is better.
  public var score: Int64

  /// Creates a candidate.
  public init(
    driver: DriverIndex, from: Int, to: Int, price: Int64, walkToStop: Metres, walkFromStop: Metres,
    shift: Milliseconds, agreement: Double, score: Int64
  ) {
    self.driver = driver
    self.from = from
    self.to = to
    self.price = price
    self.walkToStop = walkToStop
    self.walkFromStop = walkFromStop
    self.shift = shift
    self.agreement = agreement
    self.score = score
  }

  /// Returns whether the candidate ranks before `other`: by score, then driver, then stops.
  func precedes(_ other: Self) -> Bool {
    (score, driver.rawValue, from, to) < (other.score, other.driver.rawValue, other.from, other.to)
  }
}

/// The outcome for one trip in a search.
public enum BoardVerdict: Equatable, Sendable {
  /// The first stage that the trip fails.
  case fails(BoardStage)
  case passes(BoardCandidate)
}

extension [BoardCandidate] {
  /// Inserts `candidate` into this sorted list, of which only the best `count` candidates are retained.
  mutating func insert(_ candidate: BoardCandidate, keeping count: Int) {
    guard self.count < count || (last.map { candidate.precedes($0) } ?? false) else { return }
    if self.count == count { removeLast() }
    var low = 0
    var high = self.count
    while low < high {
      let middle = (low + high) / 2
      if candidate.precedes(self[middle]) { high = middle } else { low = middle + 1 }
    }
    insert(candidate, at: low)
  }
}

/// A passenger's search criteria: places, time window, party and budget.
public struct BoardQuery: Equatable, Sendable {
  public var origin: Position
  public var destination: Position
  /// The bounds, both inclusive, of the desired departure window, or, with `isByArrival`, of the arrival window.
  public var earliest: Milliseconds
  public var latest: Milliseconds
  public var isByArrival: Bool
  /// The maximum straight-line walking distances to the first stop and from the last.
  public var access: Metres
  public var egress: Metres
  /// The number of persons, each of whom needs a seat.
  public var partySize: Int16
  /// The number of pieces of luggage.
  public var luggage: Int16
  /// The maximum price that the passenger accepts per seat, in the smallest currency unit; `.max`: any price.
  public var means: Int64
  /// The maximum amount that the party can pay, in the smallest currency unit; `.max`: any amount.
  public var funds: Int64
  /// The current time, when the passenger is at the origin; stops that cannot be reached on foot in time are excluded.
  public var notBefore: Milliseconds

  /// Creates the query of a passenger who wants to leave between `earliest` and `latest`.
  public init(
    origin: Position, destination: Position, earliest: Milliseconds, latest: Milliseconds,
    isByArrival: Bool = false, access: Metres, egress: Metres, partySize: Int16 = 1, luggage: Int16 = 0,
    means: Int64 = .max, funds: Int64 = .max, notBefore: Milliseconds = Milliseconds(.min)
  ) {
    self.origin = origin
    self.destination = destination
    self.earliest = earliest
    self.latest = latest
    self.isByArrival = isByArrival
    self.access = access
    self.egress = egress
    self.partySize = partySize
    self.luggage = luggage
    self.means = means
    self.funds = funds
    self.notBefore = notBefore
  }

  /// Creates the query for the party of `request`, with the criteria `seek`, at time `now` and with the given `funds`.
  public init(_ request: Request, _ seek: Seek, at now: Milliseconds, funds: Int64 = .max) {
    self.init(
      origin: request.origin.position, destination: request.destination.position, earliest: seek.earliest,
      latest: seek.latest, isByArrival: seek.isByArrival, access: seek.access, egress: seek.egress,
      partySize: request.partySize, luggage: request.luggage, means: seek.means, funds: funds, notBefore: now)
  }

  /// Returns whether `time` lies in the window.
  func isInWindow(_ time: Milliseconds) -> Bool { time >= earliest && time <= latest }

  /// Returns whether a trip from `start` to `end` is under way at some time within the window.
  func meets(from start: Milliseconds, to end: Milliseconds) -> Bool {
    earliest <= latest && start <= latest && end >= earliest
  }
}
