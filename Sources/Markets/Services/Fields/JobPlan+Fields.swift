import Quantities
import Scenario

/// The source of jobs.
enum JobPlan: Equatable, Sendable {
  case synthetic(SyntheticJobs)
  case recorded(RecordedJobs)

  var isDrawn: Bool { if case .synthetic = self { true } else { false } }

  static var shape: Shape<Self> {
    .union([
      Kind(
        "synthetic", SyntheticJobs.members, Self.synthetic,
        { if case .synthetic(let jobs) = $0 { jobs } else { nil } }, "Synthetic jobs."),
      Kind(
        "recorded", RecordedJobs.members, Self.recorded,
        { if case .recorded(let jobs) = $0 { jobs } else { nil } },
        "Jobs read from a file; the other fields supply the values that the file lacks."),
    ])
  }
}

/// Synthetic jobs.
struct SyntheticJobs: Equatable, Sendable {
  var arrivals = Scenario.Arrivals()
  var place = PlacePlan.uniform
  /// The probability that a job requires a particular task of its category.
  var taskShare = 0.0
  /// The mean of the exponentially distributed time from submission to the earliest start.
  var lead = Milliseconds.zero
  /// The time from the earliest to the latest start; nil if there is no latest start.
  var window: Milliseconds? = Milliseconds(86_400_000)
  var budget: BudgetPlan?
  /// The share of clients who require a minimum rating, and that rating in stars.
  var ratingShare = 0.0
  var leastRating = 4.0
  var probeShare = 0.0

  static let members = Members(
    Self(),
    arrivalFields(\.arrivals) + [
      Field("place", \.place, PlacePlan.shapeOfJobs, "The places of the jobs."),
      Field(
        "task_share", \.taskShare, .share,
        "The probability that a job names one of its category's tasks, chosen uniformly."
      )
      .idle { $1.services.withoutTasks },
      Field(
        "lead_s", \.lead, .seconds(),
        "The mean of the exponential time from submission to the earliest desired start."),
      Field(
        "window_s", \.window, orNull: .seconds(),
        "The time from the earliest to the latest start. `null`: no latest start."),
      Field(
        "budget", \.budget, orNull: .object(BudgetPlan.members),
        "The clients' budgets for the whole job. `null`: any price."),
      Field("rating_share", \.ratingShare, .share, "The share of clients who require a minimum rating."),
      Field(
        "least_rating", \.leastRating, .number(.from(1, to: 5), "stars"),
        "The minimum rating that they require."
      )
      .idle("nobody requires a rating (`rating_share` is 0)") { $0.ratingShare == 0 },
      Field(
        "probe_share", \.probeShare, .share,
        "The share of probes: jobs with one search that are never assigned, for measurement."),
    ],
    check: { checked, faults in checkArrivals(checked, \.arrivals, &faults) })
}

/// The maximum price that clients pay, relative to the category's mean price for the estimated hours.
struct BudgetPlan: Equatable, Sendable {
  var factor = 1.2
  var spread = 0.3

  static let members = Members(
    Self(),
    [
      Field(
        "factor", \.factor, .number(.from(0, to: 1_000)),
        "The ratio of the mean budget to the category's mean price for the estimated hours."),
      Field(
        "cv", \.spread, .number(.from(0, to: 10)), "The coefficient of variation of budgets (lognormal)."),
    ])
}

/// Jobs listed in a file.
struct RecordedJobs: Equatable, Sendable {
  var file = ""
  /// The column names in the file, keyed by the standard names.
  var columns: [String: String] = [:]
  var duration: Milliseconds? = Milliseconds(3_600_000)
  var window: Milliseconds?

  static let members = Members(
    Self(),
    [
      Field(
        "file", \.file, .file, isRequired: true, "The path of the file, relative to the scenario's folder."),
      .columns(\.columns),
      Field(
        "duration_s", \.duration, orNull: .seconds(.from(1, to: 1e7)),
        "The estimated duration of rows without `duration_s`. `null`: `duration_s` is required."),
      Field(
        "window_s", \.window, orNull: .seconds(),
        "The time from the earliest to the latest start of rows without `latest_s`. `null`: no latest start."),
    ])
}
