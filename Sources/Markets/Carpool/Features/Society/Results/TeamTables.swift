import Community
import Metrics
import Quantities
import Simulation
public import Tables
import Travellers

/// A user's application for verification, with the decision.
public struct ApplicationRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let application: Application
  /// The end of the run.
  let end: Milliseconds
}

/// A review that staff moderated.
public struct ModerationRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let moderated: ModeratedReview
  /// The number of the review, counting from 1.
  let number: Int
  /// The end of the run.
  let end: Milliseconds
}

extension CarpoolTable {
  /// One row per application for verification.
  public static let applications = Table<ApplicationRow>(
    "applications",
    "A row per application for verification, in order of arrival; only in scenarios with"
      + " verification.applications.", key: ["user_id", "application"], constant: .runID,
    columns: [
      .user("user_id", "The applicant.") { $0.application.user },
      .count("application", "The number of the user's application, from 1.") { $0.application.number },
    ]
      + Column.ofCase("applied_s", "The time of the application: at registration, or after a refusal.") {
        ($0.application.way, $0.end)
      }
      + [
        .boolean("refused", "Whether the application is refused; empty if not decided.") {
          $0.application.way.decided <= $0.end ? $0.application.isRefused : nil
        }
      ])

  /// One row per moderated review.
  public static let moderation = Table<ModerationRow>(
    "moderation",
    "A row per moderated review, in chronological order; only in scenarios with"
      + " ratings.moderation.", key: ["review"], constant: .runID,
    columns: [
      .count("review", "The number of the review, from 1.") { $0.number },
      .request("request_id", "The request of the ride.") { $0.moderated.review.request },
      .user("rater_id", "The rater.") { $0.moderated.review.rater },
      .user("user_id", "The person rated.") { $0.moderated.review.rated },
    ]
      + Column.ofCase("written_s", "The time of writing: at the drop-off.") {
        ($0.moderated.verdict.way, $0.end)
      }
      + [
        .count("stars", "The number of stars, 1 to 5.") { $0.moderated.review.stars },
        .boolean("rejected", "Whether the review is rejected and never counts; empty if not decided.") {
          $0.moderated.verdict.way.decided <= $0.end ? $0.moderated.verdict.isRejected : nil
        },
      ])
}

/// The tables of the platform services.
extension CarpoolRun {
  static let paymentsTable = RunTable<CarpoolRun>("payments", CarpoolTable.payments) { run, source in
    CarpoolPaymentRow.rows(
      of: run.records.society?.entries ?? [], users: run.records.society?.setup.users ?? 0, source)
  }

  static let usersTable = RunTable<CarpoolRun>("users", CarpoolTable.users) { run, source in
    let tallies = run.userTallies
    return run.records.society.map { society in
      tallies.indices.map { UserRow($0, tallies[$0], in: society, source) }
    } ?? []
  }

  static let daysTable = RunTable<CarpoolRun>("days", CarpoolTable.days) { $0.userDays }

  static let invitationsTable = RunTable<CarpoolRun>("invitations", CarpoolTable.invitations) { run, source in
    (run.records.society?.invitations?.records ?? []).enumerated().lazy.map {
      InvitationRow(source: source, record: $1, number: $0 + 1)
    }
  }

  static let applicationsTable = RunTable<CarpoolRun>("applications", CarpoolTable.applications) {
    run, source in
    (run.records.society?.applications ?? []).lazy.filter { $0.way.came <= run.records.end }.map {
      ApplicationRow(source: source, application: $0, end: run.records.end)
    }
  }

  static let moderationTable = RunTable<CarpoolRun>("moderation", CarpoolTable.moderation) { run, source in
    (run.records.society?.moderated ?? []).enumerated().lazy.map {
      ModerationRow(source: source, moderated: $1, number: $0 + 1, end: run.records.end)
    }
  }

  /// The platform-service tables that are only written on request.
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
