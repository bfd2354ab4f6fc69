import Community
import Metrics
import Quantities
import Simulation
public import Tables
import Travellers

/// A message between the service and a phone.
public struct MessageRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let message: MessageRecord
  /// The number of the message, counting from 1.
  let number: Int
}

/// The stars one traveller gave another after a shared ride.
public struct CarpoolReviewRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let review: ReviewRecord
  /// The number of the review, counting from 1.
  let number: Int
}

/// A pair of friends.
public struct FriendshipRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let friendship: FriendGraph.Edge
}

extension CarpoolTable {
  /// A row per message (`--record messages`).
  public static let messages = Table<MessageRow>(
    "messages",
    "A row per message between the service and a phone, in the order of computation; an answer is"
      + " computed with its message, so it may precede messages sent earlier (on request; only in scenarios with a"
      + " channel).", key: ["message"], constant: .runID,
    columns: [
      .count("message", "The number of the message, from 1.") { $0.number },
      .seconds("sent_s", "The sending time.") { $0.message.sent },
      .word("kind", "The kind of message; see the list of messages.") { $0.message.kind },
      .request("request_id", "The request that it is about.") { $0.message.request },
      .user("user_id", "The user whose phone receives or sends it.") { $0.message.user },
    ] + Column.ofTransit { $0.message.transit })

  /// A row per rating given (`--record reviews`).
  public static let reviews = Table<CarpoolReviewRow>(
    "reviews",
    "A row per rating given after a shared ride, in chronological order (on request; only in scenarios"
      + " with ratings).", key: ["review"], constant: .runID,
    columns: [
      .count("review", "The number of the rating, from 1.") { $0.number },
      .time("The time of the rating: at the drop-off.") { $0.review.time },
      .request("request_id", "The request of the ride.") { $0.review.request },
      .user("rater_id", "The rater.") { $0.review.rater },
      .user("user_id", "The person rated.") { $0.review.rated },
      .count("stars", "One to five.") { $0.review.stars },
    ])

  /// A row per pair of friends (`--record friendships`).
  public static let friendships = Table<FriendshipRow>(
    "friendships", "A row per pair of friends (on request; only in scenarios with friends).",
    key: ["user_id", "friend_id"], constant: .runID,
    columns: [
      .user("user_id", "The friend listed first in users.csv.") { $0.friendship.a },
      .user("friend_id", "The other.") { $0.friendship.b },
    ])
}
