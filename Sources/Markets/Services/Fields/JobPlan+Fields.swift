import Quantities
import Scenario

/// Where jobs come from.
enum JobPlan: Equatable, Sendable {
  case synthetic(SyntheticJobs)
  case recorded(RecordedJobs)

  var isDrawn: Bool { if case .synthetic = self { true } else { false } }

  static var shape: Shape<Self> {
    .union([
      Kind(
        "synthetic", SyntheticJobs.members, Self.synthetic,
        { if case .synthetic(let jobs) = $0 { jobs } else { nil } }, "Jobs that are drawn."),
      Kind(
        "recorded", RecordedJobs.members, Self.recorded,
        { if case .recorded(let jobs) = $0 { jobs } else { nil } },
        "Jobs that a file lists; the other fields stand for absent columns and empty values."),
    ])
  }
}

/// Jobs that are drawn.
struct SyntheticJobs: Equatable, Sendable {
  var arrivals = Scenario.Arrivals()
  var place = PlacePlan.uniform
  /// The probability that a job requires one particular task of its category.
  var taskShare = 0.0
  /// The mean of the exponential time from submission to the earliest start.
  var lead = Milliseconds.zero
  /// The time from the earliest start to the latest; nil for no latest start.
  var window: Milliseconds? = Milliseconds(86_400_000)
  var budget: BudgetPlan?
  /// The share of clients who require a minimum rating, and which.
  var ratingShare = 0.0
  var leastRating = 4.0
  var probeShare = 0.0

  static let members = Members(
    Self(),
    arrivalFields(\.arrivals) + [
      Field("place", \.place, PlacePlan.shapeOfJobs, "Where they are to be done."),
      Field(
        "task_share", \.taskShare, .share,
        "The probability that a job names one of its category's tasks, each alike."
      )
      .idle { $1.services.withoutTasks },
      Field(
        "lead_s", \.lead, .seconds(),
        "The mean of the exponential time from the submission to the earliest start wished."),
      Field(
        "window_s", \.window, orNull: .seconds(),
        "From the earliest start to the latest; `null` for no latest."),
      Field(
        "budget", \.budget, orNull: .object(BudgetPlan.members),
        "The most that clients pay for the whole job; `null` for any price."),
      Field("rating_share", \.ratingShare, .share, "The share of clients who ask for a least rating."),
      Field("least_rating", \.leastRating, .number(.from(1, to: 5), "stars"), "The rating they ask for.")
        .idle("nobody asks for one (`rating_share` is 0)") { $0.ratingShare == 0 },
      Field(
        "probe_share", \.probeShare, .share,
        "The share of jobs that only measure: one search, never assigned."),
    ],
    check: { checked, faults in checkArrivals(checked, \.arrivals, &faults) })
}

/// The maximum that clients pay, relative to the mean price of the category for the estimated hours.
struct BudgetPlan: Equatable, Sendable {
  var factor = 1.2
  var spread = 0.3

  static let members = Members(
    Self(),
    [
      Field(
        "factor", \.factor, .number(.from(0, to: 1_000)),
        "The mean budget ÷ the category's mean price for the estimated hours."),
      Field("cv", \.spread, .number(.from(0, to: 10)), "How budgets spread: deviation ÷ mean (lognormal)."),
    ])
}

/// Jobs listed in a file.
struct RecordedJobs: Equatable, Sendable {
  var file = ""
  /// The file's column names, by ours.
  var columns: [String: String] = [:]
  var duration: Milliseconds? = Milliseconds(3_600_000)
  var window: Milliseconds?

  static let members = Members(
    Self(),
    [
      Field("file", \.file, .file, isRequired: true, "The file, relative to the scenario's folder."),
      .columns(\.columns),
      Field(
        "duration_s", \.duration, orNull: .seconds(.from(1, to: 1e7)),
        "The estimated duration of rows without `duration_s`; `null` makes its absence a fault."),
      Field(
        "window_s", \.window, orNull: .seconds(),
        "From the earliest start to the latest of rows without `latest_s`; `null` for no latest."),
    ])
}
