import Community
import Metrics
import Quantities
import Tables

/// A row for a provider's application for verification, with the decision.
struct ProviderApplicationRow: ServicesRow {
  let run: ServicesRun
  let application: Application

  var provider: ProviderIndex { ProviderIndex(rawValue: application.user.rawValue) }
}

/// A row for a review moderated by staff.
struct JobModerationRow: ServicesRow {
  let run: ServicesRun
  let review: Review
  let verdict: Moderation.Verdict
  /// The number of the review, counting from 1.
  let number: Int
}

extension ServicesTable {
  /// A row per application for verification.
  static let applications = Table<ProviderApplicationRow>(
    "applications",
    "A row per provider's application for verification, in order of arrival; only in scenarios with"
      + " verification.applications.", key: ["provider_id", "application"], constant: .runID,
    columns: [
      .provider("provider_id", "The applicant.") { $0.provider },
      .count("application", "The number of the provider's application, from 1.") { $0.application.number },
    ]
      + Column.ofCase("applied_s", "The time of the application: at sign-up, or after a refusal.") {
        ($0.application.way, $0.run.end)
      }
      + [
        .boolean("refused", "Whether the application is refused; empty if not decided.") {
          $0.application.way.decided <= $0.run.end ? $0.application.isRefused : nil
        }
      ])

  /// A row per moderated review.
  static let moderation = Table<JobModerationRow>(
    "moderation",
    "A row per moderated review, in chronological order; only in scenarios with"
      + " behaviour.reviews.moderation.", key: ["review"], constant: .runID,
    columns: [
      .count("review", "The row of the review in reviews.csv, from 1.") { $0.number },
      .job("job_id", "The job.") { $0.review.job },
      .provider("provider_id", "The provider.") { $0.review.provider },
    ]
      + Column.ofCase("written_s", "The time of writing.") { ($0.verdict.way, $0.run.end) }
      + [
        .count("stars", "The number of stars, 1 to 5.") { $0.review.stars },
        .boolean("rejected", "Whether the review is rejected and never shown; empty if not decided.") {
          $0.verdict.way.decided <= $0.run.end ? $0.verdict.isRejected : nil
        },
      ])
}

extension ServicesRun {
  /// Whether staff decide on applications for verification.
  var hasApplications: Bool { setup.verification?.applications != nil }
  var hasModeration: Bool { setup.conduct.reviews.moderation != nil }

  /// The tables of staff decisions.
  static let tablesOfTeams: [RunTable<ServicesRun>] = [
    RunTable("applications", ServicesTable.applications, where: \.hasApplications) { run in
      run.setup.applications.lazy.filter { $0.way.came <= run.end }.map {
        ProviderApplicationRow(run: run, application: $0)
      }
    },
    RunTable("moderation", ServicesTable.moderation, where: \.hasModeration) { run in
      run.reviews.enumerated().lazy.compactMap { number, review in
        review.verdict.map {
          JobModerationRow(run: run, review: review, verdict: $0, number: number + 1)
        }
      }
    },
  ]
}

/// A row for a returning user.
struct ServiceUserRow: ServicesRow {
  let run: ServicesRun
  let place: Int
  let user: ServiceUser
}

extension ServicesRun {
  /// Whether returning users are simulated.
  var hasUsers: Bool { departures != nil }

  /// Returns the name of `user` in files.
  func name(of user: UserIndex) -> String {
    guard let users = setup.users, Int(user) >= users.providers else {
      return "provider " + providerNames.text(of: setup.providers[Int(user)].id)
    }
    let client = Int(user) - users.providers
    return "client " + (users.clientNames.isEmpty ? "\(client)" : users.clientNames[client])
  }
}

extension ServicesTable {
  /// A row per user.
  static let users = Table<ServiceUserRow>(
    "users",
    "A row per user: providers first, then clients who are not providers; only in scenarios with `users`.",
    key: ["user_id"], constant: .runID,
    columns: [
      .text("user_id", "The user: `provider` and the id, or `client` and the name or number.") {
        $0.run.name(of: UserIndex($0.place))
      },
      .count("jobs", "The number of jobs submitted, excluding probes and refused rows.") { $0.user.jobs },
      .count("done", "The number of these jobs that were done.") { $0.user.done },
      .count(
        "worked",
        "The number of jobs done as a provider; empty for clients who are not providers, and for refused rows."
      ) {
        $0.user.worked
      },
      .seconds("left_s", "The time of leaving the service; empty if the user stayed.") { $0.user.left },
      .word("reason", "The reason for leaving; see the list of reasons.") { $0.user.reason },
    ])

  /// A row per day.
  static let days = Table<UserDay>(
    "days",
    "A row per day, midnight to midnight, up to the day of the last job; only in scenarios with `users`.",
    key: ["day"], constant: .runID,
    columns: Column.ofDays(
      active: "The number of users who submitted a job, or arrived at one as its provider, on the day.",
      requests: "The number of jobs submitted on the day, excluding probes and refused rows.",
      served: "The number of these jobs that were done, possibly later."))

  /// The tables of returning users.
  static let tablesOfUsers: [RunTable<ServicesRun>] = [
    RunTable("users", users, where: \.hasUsers) { run in
      run.serviceUsers.enumerated().map { ServiceUserRow(run: run, place: $0, user: $1) }
    },
    RunTable("days", days, where: \.hasUsers) { $0.userDays },
  ]
}
