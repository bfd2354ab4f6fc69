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
    "A row per invitation, in the order of time: a passenger who was taken along invites a friend who has no account; only of"
      + " a scenario with `friends.invitations`.",
    key: ["invitation"], constant: .runID,
    columns: [
      .count("invitation", "The invitation, counted from 1.") { $0.number },
      .time("When it was sent, and accepted if it was: at the drop-off.") { $0.record.time },
      .request("request_id", "The ride after which it was sent.") { $0.record.request },
      .user("user_id", "Who invited.") { $0.record.user },
      .user("friend_id", "Who was invited.") { $0.record.friend },
      .boolean("accepted", "Whether the friend opened an account.") { $0.record.isAccepted },
    ])
}
