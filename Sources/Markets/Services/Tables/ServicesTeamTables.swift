import Community
import Metrics
import Tables

/// A provider's application for verification, with the decision.
struct ProviderApplicationRow: ServicesRow {
  let run: ServicesRun
  let application: Application

  var provider: ProviderIndex { ProviderIndex(rawValue: application.user.rawValue) }
}

/// A review that staff moderated.
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
        .count("stars", "One to five.") { $0.review.stars },
        .boolean("rejected", "Whether the review is rejected and never shown; empty if not decided.") {
          $0.verdict.way.decided <= $0.run.end ? $0.verdict.isRejected : nil
        },
      ])
}

extension ServicesRun {
  /// Whether staff decide applications for verification.
  var hasApplications: Bool { setup.verification?.applications != nil }
  var hasModeration: Bool { setup.conduct.reviews.moderation != nil }

  /// The tables of decisions by staff.
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
