public import Board
public import Matching
public import Travellers

/// The record of how a published trip fared in a search that is explained.
public struct SightingRecord: Sendable {
  /// The place of the search among all attempts of the run.
  public var attempt: Int
  public var driver: DriverIndex
  public var verdict: BoardVerdict
  /// The seat that the trip has, be it beyond what the party can pay; nil where a stage before fails.
  public var seat: BoardCandidate?
  /// True if the car can take the party along and keep all that it has promised; of one that the board would not show it
  /// says nothing.
  public var canCome = true
  /// The limit that stands in the way where it cannot; nil where the car has passed the stop.
  public var limit: Limit?
}
