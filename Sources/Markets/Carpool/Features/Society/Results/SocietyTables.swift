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

/// The stars one participant gave another after a shared ride.
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
  /// One row per message (`--record messages`).
  public static let messages = Table<MessageRow>(
    "messages",
    "A row per message between the service and a phone, in the order of computation; an answer is"
      + " computed with its message, so it may precede messages sent earlier (on request; only in scenarios with a"
      + " channel).", key: ["message"], constant: .runID,
    columns: [
      .count("message", "The number of the message, from 1.") { $0.number },
      .seconds("sent_s", "The sending time.") { $0.message.sent },
      .word("kind", "The kind of message; see the list of messages.") { $0.message.kind },
      .request("request_id", "The request concerned.") { $0.message.request },
      .user("user_id", "The user whose phone receives or sends it.") { $0.message.user },
    ] + Column.ofTransit { $0.message.transit })

  /// One row per rating given (`--record reviews`).
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
      .count("stars", "The number of stars, 1 to 5.") { $0.review.stars },
    ])

  /// One row per pair of friends (`--record friendships`).
  public static let friendships = Table<FriendshipRow>(
    "friendships", "A row per pair of friends (on request; only in scenarios with friends).",
    key: ["user_id", "friend_id"], constant: .runID,
    columns: [
      .user("user_id", "The friend listed first in users.csv.") { $0.friendship.a },
      .user("friend_id", "The other friend.") { $0.friendship.b },
    ])
}

/// A user of the service, with a summary of their activity.
public struct UserRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let user: UserIndex
  let tally: UserTally
  let verified, left: Milliseconds?
  let payment: PaymentAccount?
  /// The wallet balance, in the smallest currency unit; nil if rides are not paid for.
  let balance: Int64?
  let milliStars: Int32?
  let reviews, friends: Int?

  init(
    _ user: Int, _ tally: UserTally, in society: SocietyRecords, _ source: UnsafePointer<RowSource>
  ) {
    self.source = source
    self.user = UserIndex(user)
    self.tally = tally
    verified = society.verified[user]
    left = society.left[user]
    payment = society.paysByWallet.map { $0[user] ? .wallet : .cash }
    balance = society.balances.map { $0[user] }
    milliStars = society.milliStars.map { $0[user] }
    reviews = society.reviews.map { $0[user] }
    friends = society.friends.map { $0[user] }
  }
}

extension CarpoolTable {
  /// One row per user.
  public static let users = Table<UserRow>(
    "users",
    "A row per user, in both roles; only in scenarios with users, verification, money, friends, ratings or a channel.",
    key: ["user_id"], constant: .runID,
    columns: [
      .user("user_id", "The user's name in the input files, or else a number.") {
        $0.user
      },
      .seconds(
        "verified_s",
        "The time at which the user is verified, possibly after the run; 0 without verification, empty if never registered or "
          + "refused for good."
      ) { $0.verified?.ifEver },
      .count("requests", "The number of requests submitted, excluding probes and refused rows.") {
        $0.tally.requests
      },
      .count("served", "The number of these requests that were dropped off.") { $0.tally.served },
      .count("trips", "The number of trips as a driver, excluding refused rows.") { $0.tally.trips },
      .count("offers", "The number of these trips that appeared on the board.") { $0.tally.offers },
      .count("passengers_taken", "The number of requests dropped off as a driver, each party counted once.") {
        $0.tally.passengersTaken
      },
      .seconds("left_s", "The time of leaving the service; empty if the user stayed.") { $0.left },
      .word("pays", "The means of payment as a passenger: wallet or cash; empty without money.") {
        $0.payment
      },
      .money("balance", "The balance of the user's wallet at the end; negative if commission is owed.") {
        $0.balance
      },
      .decimal("rating", .ratio, "The user's rating as shown at the end, in stars; empty without ratings.") {
        $0.milliStars.map { Double($0) / 1000 }
      },
      .count("reviews", "The number of ratings received.") { $0.reviews },
      .count("friends", "The number of friends; empty without friends.") { $0.friends },
    ])
}

/// A user's totals in both roles.
struct UserTally: Sendable {
  /// The number of requests submitted, excluding probes, and how many of them were served.
  var requests = 0
  var served = 0
  /// The number of driver rows not refused, and how many of their trips appeared on the board.
  var trips = 0
  var offers = 0
  /// The number of requests that the user served as a driver.
  var passengersTaken = 0
}

extension CarpoolRun {
  /// The totals by user index; empty if the scenario does not identify users.
  var userTallies: [UserTally] {
    guard let society = records.society?.setup else { return [] }
    var tallies = [UserTally](repeating: UserTally(), count: society.users)
    for (row, user) in society.ofRequest.enumerated() {
      let role = role(ofRequest: row)
      guard role == .settled || role == .inProgress else { continue }
      tallies[Int(user)].requests += 1
      if records.requests[row].outcome == .served { tallies[Int(user)].served += 1 }
    }
    for (row, user) in society.ofDriver.enumerated() where records.drivers[row].outcome != .refusedInput {
      tallies[Int(user)].trips += 1
      tallies[Int(user)].passengersTaken += Int(records.drivers[row].served)
      if records.offers.indices.contains(row), records.offers[row].published != nil {
        tallies[Int(user)].offers += 1
      }
    }
    return tallies
  }
}

/// A user's invitation to a friend to join the service.
public struct InvitationRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let record: InvitationRecord
  /// The number of the invitation, counting from 1.
  let number: Int
}

extension CarpoolTable {
  /// One row per invitation.
  public static let invitations = Table<InvitationRow>(
    "invitations",
    "A row per invitation, in chronological order: a passenger invites a friend without an account after a ride; only in scenarios "
      + "with `friends.invitations`.",
    key: ["invitation"], constant: .runID,
    columns: [
      .count("invitation", "The number of the invitation, from 1.") { $0.number },
      .time("The time of sending and, if accepted, of acceptance: at the drop-off.") { $0.record.time },
      .request("request_id", "The ride after which it was sent.") { $0.record.request },
      .user("user_id", "The inviting user.") { $0.record.user },
      .user("friend_id", "The invited user.") { $0.record.friend },
      .boolean("accepted", "Whether the friend opened an account.") { $0.record.isAccepted },
    ])
}
