import Metrics
import Models
import Quantities
import Spaces
import Tables

/// A job and its outcome.
struct JobRow: ServicesRow {
  let run: ServicesRun
  let place: Int

  var job: Job { run.setup.jobs[place] }
  var record: JobRecord { run.jobs[place] }
  /// The final appointment.
  var appointment: Appointment? { run.appointment(of: place) }

  var coordinates: Coordinates? {
    job.place.position.x.isFinite ? run.geometry.coordinates(of: job.place.position) : nil
  }

  var task: String? {
    guard job.tasks != .all else { return nil }
    return run.setup.trades.categories[Int(job.category)].tasks[job.tasks.bits.trailingZeroBitCount]
  }
}

extension ServicesTable {
  /// A row per job, with the users if `hasUsers`, and the columns of `features`.
  static func jobs(hasUsers: Bool, _ features: [Feature<ServicesRun>]) -> Table<JobRow> {
    Table(
      "jobs", "A row per job of the input.", key: ["job_id"], constant: .runID,
      columns: asked + answered + (hasUsers ? [user] : []) + features.flatMap { $0.columns(of: JobRow.self) })
  }

  private static let user = Column<JobRow>.text(
    "user_id", "The requesting user, by the id in users.csv; only in scenarios with `users`."
  ) { $0.job.user == .none ? nil : $0.run.name(of: $0.job.user) }

  private static let asked: [Column<JobRow>] = [
    .job("job_id", "The job.") { JobIndex($0.place) },
    .seconds("submit_s", "The submission time.") { $0.job.submit },
    .provider("client_id", "The requesting member, with time credits.") { $0.job.client },
    .text("category", "The category.") { $0.run.setup.trades.categories[Int($0.job.category)].name },
    .text("task", "The task of the category; empty for none.") { $0.task },
    .coordinate("place_x", "The x coordinate in metres, or the longitude, of the job.") { $0.coordinates?.x },
    .coordinate("place_y", "The y coordinate in metres, or the latitude, of the job.") { $0.coordinates?.y },
    .seconds("duration_s", "The estimated duration of the work.") { $0.job.estimate },
    .seconds("earliest_s", "The earliest desired start.") { $0.job.earliest },
    .seconds("latest_s", "The latest desired start; empty for none.") { $0.job.latest.ifEver },
    .integer("budget", .count, "The client's budget, in the smallest unit of money; empty for any price.") {
      $0.job.budget == .max ? nil : $0.job.budget
    },
    .stars("least_rating", "The minimum rating required, in stars; empty for any.") {
      $0.job.leastRating == 0 ? nil : $0.job.leastRating
    },
    .boolean("probe", "Whether the job is a probe: one search, never assigned.") { $0.job.isProbe },
  ]

  private static let answered: [Column<JobRow>] = [
    .word("outcome", "The outcome; see the list of outcomes.") { $0.record.outcome },
    .word("cause", "The cause of the last failed attempt, or of the job's end or refusal; empty if done.") {
      $0.record.cause
    },
    .count("cycles", "The number of cycles with at least one attempt.") { $0.record.cycles },
    .count("attempts", "The number of attempts in all cycles.") { $0.record.attempts },
    .seconds("first_confirm_s", "The time at which the first appointment was confirmed.") {
      $0.record.firstMatch
    },
    .seconds("confirm_s", "The time at which the final appointment was confirmed.") {
      $0.appointment?.confirmed
    },
    .provider("provider_id", "The provider of the appointment.") { $0.appointment?.provider },
    .seconds("start_s", "The planned start of the work.") { $0.appointment?.start },
    .seconds("arrive_s", "The provider's arrival.") { $0.appointment?.arrived },
    .seconds("finish_s", "The end of the work.") { $0.appointment?.finished },
    .seconds(
      "time_to_confirm_s", "The time from submission to confirmation.", formula: "confirm_s − submit_s"
    ) { row in row.appointment.map { $0.confirmed - row.job.submit } },
    .seconds(
      "wait_s", "The time from the earliest desired start to the provider's arrival.",
      formula: "arrive_s − earliest_s"
    ) { row in row.appointment?.arrived.map { $0 - row.job.earliest } },
    .seconds(
      "lateness_s", "The provider's delay after the planned start.",
      formula: "max(0, arrive_s − start_s)"
    ) { $0.appointment?.lateness },
    .metres("travel_m", "The distance to the job from the previous job or the base.") {
      $0.appointment?.arrived == nil ? nil : $0.appointment?.metres
    },
    .amount("charge", "The agreed price.") { $0.appointment?.charge },
  ]
}
