public import Community
public import Quantities
public import Travellers

/// The stars that one of two who rode together gives the other.
public struct ReviewRecord: Sendable {
  public var request: RequestIndex
  public var time: Milliseconds
  public var rater: UserIndex
  public var rated: UserIndex
  /// One to five.
  public var stars: Int32
}

/// A review that people of the service look at before it counts.
public struct ModeratedReview: Sendable {
  public var review: ReviewRecord
  public var verdict: Moderation.Verdict
}
