public import Quantities
public import Travellers

/// The finding of a search on the board.
public struct BoardFinding: Equatable, Sendable {
  /// The number of trips that each stage left.
  public var counts: BoardFunnel
  /// The best candidates, each with its best pair of stops; the first is the winner.
  public var candidates: [BoardCandidate]

  /// Creates a finding.
  public init(counts: BoardFunnel, candidates: [BoardCandidate]) {
    self.counts = counts
    self.candidates = candidates
  }
}

/// A trip that a passenger can book, and between which of its stops.
public struct BoardCandidate: Equatable, Sendable {
  public var driver: DriverIndex
  /// The numbers of the stops, from 0.
  public var from: Int
  public var to: Int
  /// Of a seat, in the smallest unit of money.
  public var price: Int64
  /// The distance that the passenger walks, as the crow flies.
  public var walkToStop: Metres
  public var walkFromStop: Metres
  /// From the earliest departure wished for to the trip's; of a passenger who says when to arrive, from the trip's arrival
  /// to the latest one wished for.
  public var shift: Milliseconds
  /// 1 where all wishes are met.
  public var agreement: Double
  /// The score by which the trip is judged, in milliseconds; lower wins.
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

  /// Tells whether it stands before `other`: by score, then driver, then stops.
  func precedes(_ other: Self) -> Bool {
    (score, driver.rawValue, from, to) < (other.score, other.driver.rawValue, other.from, other.to)
  }
}

/// The verdict on one trip in a search.
public enum BoardVerdict: Equatable, Sendable {
  /// The first stage that it does not pass.
  case fails(BoardStage)
  case passes(BoardCandidate)
}

extension [BoardCandidate] {
  /// Puts `candidate` in its place among the best `count`, which are in order.
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
