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
    "A row per message between the service and a phone, in the order in which they were sent; what follows from a message is"
      + " worked out with it, so that an answer may stand before what is sent earlier (on request; only of a scenario with a"
      + " channel).", key: ["message"], constant: .runID,
    columns: [
      .count("message", "The message, counted from 1.") { $0.number },
      .seconds("sent_s", "When it was sent.") { $0.message.sent },
      .word("kind", "What it says; see the list of messages.") { $0.message.kind },
      .request("request_id", "The request that it is about.") { $0.message.request },
      .user("user_id", "Whose phone it goes to or comes from.") { $0.message.user },
    ] + Column.ofTransit { $0.message.transit })

  /// A row per rating given (`--record reviews`).
  public static let reviews = Table<CarpoolReviewRow>(
    "reviews",
    "A row per rating given after a shared ride, in the order of time (on request; only of a scenario"
      + " with ratings).", key: ["review"], constant: .runID,
    columns: [
      .count("review", "The rating, counted from 1.") { $0.number },
      .time("When it was given: at the drop-off.") { $0.review.time },
      .request("request_id", "The request of the ride.") { $0.review.request },
      .user("rater_id", "The rater.") { $0.review.rater },
      .user("user_id", "The person rated.") { $0.review.rated },
      .count("stars", "One to five.") { $0.review.stars },
    ])

  /// A row per pair of friends (`--record friendships`).
  public static let friendships = Table<FriendshipRow>(
    "friendships", "A row per pair of friends (on request; only of a scenario with friends).",
    key: ["user_id", "friend_id"], constant: .runID,
    columns: [
      .user("user_id", "The friend listed first in users.csv.") { $0.friendship.a },
      .user("friend_id", "The other.") { $0.friendship.b },
    ])
}
