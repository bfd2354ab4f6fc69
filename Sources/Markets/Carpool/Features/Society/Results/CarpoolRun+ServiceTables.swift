import Community
import Metrics
import Quantities
import Simulation
import Tables
import Travellers

extension CarpoolRun {
  /// The tables of runs with anything of platform services.
  static let tablesOfService: [RunTable<CarpoolRun>] =
    [
      RunTable("payments", CarpoolTable.payments, where: \.hasMoney) { run, source in
        CarpoolPaymentRow.rows(
          of: run.records.society?.entries ?? [], users: run.records.society?.setup.users ?? 0, source)
      },
      RunTable("users", CarpoolTable.users, where: \.hasSociety) { run, source in
        let tallies = run.userTallies
        return run.records.society.map { society in
          tallies.indices.map { UserRow($0, tallies[$0], in: society, source) }
        } ?? []
      },
      RunTable("days", CarpoolTable.days, where: \.hasDays) { $0.userDays },
      RunTable("invitations", CarpoolTable.invitations, where: \.hasInvitations) { run, source in
        (run.records.society?.invitations?.records ?? []).enumerated().lazy.map {
          InvitationRow(source: source, record: $1, number: $0 + 1)
        }
      },
    ] + tablesOfTeams

  /// The tables of platform services that are written on request.
  static let tablesOfServiceOnRequest: [RunTable<CarpoolRun>] = [
    RunTable("messages", CarpoolTable.messages) { run, source in
      run.records.messages.enumerated().lazy.map { MessageRow(source: source, message: $1, number: $0 + 1) }
    },
    RunTable("reviews", CarpoolTable.reviews) { run, source in
      run.records.reviews.enumerated().lazy.map {
        CarpoolReviewRow(source: source, review: $1, number: $0 + 1)
      }
    },
    RunTable("friendships", CarpoolTable.friendships) { run, source in
      run.records.friendships.lazy.map { FriendshipRow(source: source, friendship: $0) }
    },
  ]
}
