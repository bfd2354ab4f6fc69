import Community
import Metrics
import Quantities
import Simulation
public import Tables
import Travellers

/// A user of the service, and what they did.
public struct UserRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let user: UserIndex
  let tally: UserTally
  let verified, left: Milliseconds?
  let payment: PaymentAccount?
  /// The balance in the smallest unit of money.
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
  /// A row per user.
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
        "When the user is verified, possibly after the run; 0 without verification, empty if never registered or refused for good."
      ) { $0.verified?.ifEver },
      .count("requests", "The number of requests submitted, excluding probes and refused rows.") {
        $0.tally.requests
      },
      .count("served", "The number of these requests that were dropped off.") { $0.tally.served },
      .count("trips", "Trips as driver, no refused rows.") { $0.tally.trips },
      .count("offers", "The number of these trips that appeared on the board.") { $0.tally.offers },
      .count("passengers_taken", "Requests dropped off as driver, a party counted once.") {
        $0.tally.passengersTaken
      },
      .seconds("left_s", "The time of leaving the service; empty if the user stayed.") { $0.left },
      .word("pays", "The means of payment as a passenger: wallet or cash; empty without money.") {
        $0.payment
      },
      .money("balance", "The balance of the user's wallet at the end; negative if commission is owed.") {
        $0.balance
      },
      .decimal("rating", .ratio, "Their rating as shown at the end, in stars; empty without ratings.") {
        $0.milliStars.map { Double($0) / 1000 }
      },
      .count("reviews", "The number of ratings received.") { $0.reviews },
      .count("friends", "The number of friends; empty without friends.") { $0.friends },
    ])
}
