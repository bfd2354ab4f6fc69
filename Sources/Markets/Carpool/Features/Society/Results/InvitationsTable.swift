import Community
import Metrics
import Quantities
import Simulation
public import Tables
import Travellers

/// An invitation of a friend to the service.
public struct InvitationRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let record: InvitationRecord
  /// The number of the invitation, counting from 1.
  let number: Int
}

extension CarpoolTable {
  /// A row per invitation.
  public static let invitations = Table<InvitationRow>(
    "invitations",
    "A row per invitation, in chronological order: a passenger invites a friend without an account after a ride; only of"
      + " a scenario with `friends.invitations`.",
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
