public import Community
public import Quantities
public import Travellers

/// The stars one traveller gives another after a shared ride.
public struct ReviewRecord: Sendable {
  public var request: RequestIndex
  public var time: Milliseconds
  public var rater: UserIndex
  public var rated: UserIndex
  /// One to five.
  public var stars: Int32
}

/// A review that staff moderate before it counts.
public struct ModeratedReview: Sendable {
  public var review: ReviewRecord
  public var verdict: Moderation.Verdict
}
