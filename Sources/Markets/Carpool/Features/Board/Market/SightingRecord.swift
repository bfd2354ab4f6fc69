public import Board
public import Matching
public import Travellers

/// The record of how a published trip fared in an explained search.
public struct SightingRecord: Sendable {
  /// The index of the search among all attempts of the run.
  public var attempt: Int
  public var driver: DriverIndex
  public var verdict: BoardVerdict
  /// The seat on the trip, even if the party cannot afford it; nil if an earlier stage fails.
  public var seat: BoardCandidate?
  /// Whether the car can take the party and keep all its promises; meaningless for a trip that the board would not
  /// show.
  public var canCome = true
  /// The limit that is exceeded if it cannot; nil if the car has passed the stop.
  public var limit: Limit?
}
