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
    "user_id", "Who requests it, as users.csv calls them; only of a scenario with `users`."
  ) { $0.job.user == .none ? nil : $0.run.name(of: $0.job.user) }

  private static let asked: [Column<JobRow>] = [
    .job("job_id", "The job.") { JobIndex($0.place) },
    .seconds("submit_s", "When the client asked.") { $0.job.submit },
    .provider("client_id", "The requesting member, with time credits.") { $0.job.client },
    .text("category", "The category.") { $0.run.setup.trades.categories[Int($0.job.category)].name },
    .text("task", "The task of the category; empty where none is named.") { $0.task },
    .coordinate("place_x", "Where it is to be done: longitude, or metres east.") { $0.coordinates?.x },
    .coordinate("place_y", "Where it is to be done: latitude, or metres north.") { $0.coordinates?.y },
    .seconds("duration_s", "How long the work was thought to take.") { $0.job.estimate },
    .seconds("earliest_s", "The earliest start wished.") { $0.job.earliest },
    .seconds("latest_s", "The latest start wished; empty for none.") { $0.job.latest.ifEver },
    .integer("budget", .count, "The most that the client pays, in smallest units of money; empty for any.") {
      $0.job.budget == .max ? nil : $0.job.budget
    },
    .stars("least_rating", "The least rating asked for, in stars; empty for any.") {
      $0.job.leastRating == 0 ? nil : $0.job.leastRating
    },
    .boolean("probe", "Whether the job only measures: one search, never assigned.") { $0.job.isProbe },
  ]

  private static let answered: [Column<JobRow>] = [
    .word("outcome", "How the job ended; see the list of outcomes.") { $0.record.outcome },
    .word("cause", "Of the last attempt, or why the job ended or was refused; empty where it was done.") {
      $0.record.cause
    },
    .count("cycles", "Cycles with at least one attempt.") { $0.record.cycles },
    .count("attempts", "Attempts in all cycles.") { $0.record.attempts },
    .seconds("first_confirm_s", "When the first appointment was confirmed.") { $0.record.firstMatch },
    .seconds("confirm_s", "When the appointment that held at the end was confirmed.") {
      $0.appointment?.confirmed
    },
    .provider("provider_id", "Whose appointment it was.") { $0.appointment?.provider },
    .seconds("start_s", "When the work was planned to begin.") { $0.appointment?.start },
    .seconds("arrive_s", "When the provider came.") { $0.appointment?.arrived },
    .seconds("finish_s", "When the work ended.") { $0.appointment?.finished },
    .seconds(
      "time_to_confirm_s", "From the submission to the confirmation.", formula: "confirm_s − submit_s"
    ) { row in row.appointment.map { $0.confirmed - row.job.submit } },
    .seconds(
      "wait_s", "From the earliest start wished until the provider came.", formula: "arrive_s − earliest_s"
    ) { row in row.appointment?.arrived.map { $0 - row.job.earliest } },
    .seconds(
      "lateness_s", "How long after the planned start the provider came.",
      formula: "max(0, arrive_s − start_s)"
    ) { $0.appointment?.lateness },
    .metres("travel_m", "The way to it, from the job before or the base.") {
      $0.appointment?.arrived == nil ? nil : $0.appointment?.metres
    },
    .amount("charge", "What was agreed for it.") { $0.appointment?.charge },
  ]
}
