public import Quantities
public import Travellers

/// The result of a search on the board.
public struct BoardFinding: Equatable, Sendable {
  /// The number of trips left after each stage.
  public var counts: BoardFunnel
  /// The best candidates, each with its best pair of stops, the best first.
  public var candidates: [BoardCandidate]

  /// Creates a finding.
  public init(counts: BoardFunnel, candidates: [BoardCandidate]) {
    self.counts = counts
    self.candidates = candidates
  }
}

/// A bookable trip with a pair of its stops.
public struct BoardCandidate: Equatable, Sendable {
  public var driver: DriverIndex
  /// The numbers of the stops, from 0.
  public var from: Int
  public var to: Int
  /// The price of a seat, in the smallest currency unit.
  public var price: Int64
  /// The straight-line walking distances, metres.
  public var walkToStop: Metres
  public var walkFromStop: Metres
  /// The time from the earliest desired departure to the trip's; for a desired arrival, from the trip's arrival to
  /// the latest desired one.
  public var shift: Milliseconds
  /// The share of the preferences that are met.
  public var agreement: Double
  /// The score of the trip, milliseconds: lower is better.
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

  /// Returns whether it precedes `other`: by score, then driver, then stops.
  func precedes(_ other: Self) -> Bool {
    (score, driver.rawValue, from, to) < (other.score, other.driver.rawValue, other.from, other.to)
  }
}

/// The verdict on one trip in a search.
public enum BoardVerdict: Equatable, Sendable {
  /// The first stage that it fails.
  case fails(BoardStage)
  case passes(BoardCandidate)
}

extension [BoardCandidate] {
  /// Inserts `candidate` into the best `count`, which are sorted.
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
