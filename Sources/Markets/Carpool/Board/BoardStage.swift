public import Lifecycle
public import Travellers

/// The stages in the search for published trips, in order: columns, causes and texts are derived from this list.
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
          "Trips on the board under way at some time of the window, without those whose drivers said no.",
        meaning: "The trip is on the board, and under way at some time of the window.",
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
        meaning: "Some such pair of stops has seats and luggage room on every leg between.",
        left: "with seats",
        nobody: "none of those trips had the seats and the luggage room on every leg between",
        remedy: "more seats or luggage room a driver, or smaller parties")
    case .preferences:
      StageWords(
        name: "preferences", cause: .preferences, column: "with_preferences",
        count: "The number of these with mutually compatible required wishes.",
        meaning: "The required wishes agree both ways.", left: "with agreeing wishes",
        nobody: "required wishes ruled out all of those drivers",
        remedy: "wishes that count in the score instead of being required")
    case .means:
      StageWords(
        name: "means", cause: .tooDear, column: "within_means",
        count:
          "The number of these with a pair of such stops at a seat price within the passenger's means.",
        meaning: "Between some such pair of stops a seat costs no more than the passenger's means.",
        left: "within the means", remedy: "greater means, or lower prices")
    case .funds:
      StageWords(
        name: "funds", cause: .noFunds, column: "with_funds",
        count: "Those of them whose price for the party the passenger can pay: the candidates.",
        meaning: "Some such pair costs the party no more than the passenger has.",
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
  /// The numbers in the order of the stages.
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

  /// The cause of an empty search; nil if it found a trip.
  public var cause: Cause? { emptied?.cause }
}
