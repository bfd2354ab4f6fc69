import Metrics
import Models
import Quantities
import Spaces
import Tables

/// A row for a job and its outcome.
struct JobRow: ServicesRow {
  let run: ServicesRun
  let place: Int

  var job: Job { run.setup.jobs[place] }
  var record: JobRecord { run.jobs[place] }
  /// The final appointment; nil if there is none.
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
  /// Returns the jobs table, with one row per job, the user column if `hasUsers`, and the columns of `features`.
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
    .integer("budget", .count, "The client's budget, in the smallest currency unit; empty for any price.") {
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

/// A row for a provider and their record.
struct ProviderRow: ServicesRow {
  let run: ServicesRun
  let place: Int

  var provider: Provider { run.setup.providers[place] }
  var record: ProviderRecord { run.providers[place] }

  var coordinates: Coordinates? {
    provider.base.position.x.isFinite ? run.geometry.coordinates(of: provider.base.position) : nil
  }

  var radius: Metres? {
    if case .radius(let radius) = provider.area, radius.isFinite { radius } else { nil }
  }
}

extension ServicesTable {
  /// Returns the providers table, with one row per provider and the columns of `features`.
  static func providers(_ features: [Feature<ServicesRun>]) -> Table<ProviderRow> {
    Table(
      "providers", "A row per provider of the input.", key: ["provider_id"], constant: .runID,
      columns: providerColumns + features.flatMap { $0.columns(of: ProviderRow.self) })
  }

  private static let providerColumns: [Column<ProviderRow>] = [
    .provider("provider_id", "The provider.") { ProviderIndex($0.place) },
    .coordinate("base_x", "The x coordinate in metres, or the longitude, of the base.") { $0.coordinates?.x },
    .coordinate("base_y", "The y coordinate in metres, or the latitude, of the base.") { $0.coordinates?.y },
    .metres("radius_m", "The working radius around the base; empty for districts, or anywhere.") {
      $0.radius
    },
    .integer("price_per_h", .count, "The hourly price, in the smallest currency unit.") { $0.provider.price },
    .seconds("registered_s", "The time of sign-up.") { $0.provider.registered },
    .seconds("validated_s", "The time from which searches can find the provider; empty for never.") {
      $0.provider.validated.ifEver
    },
    .seconds("closed_s", "The time at which the account was closed; empty if not closed.") {
      $0.provider.closes <= $0.run.end ? $0.provider.closes : nil
    },
    .count(
      "impressions",
      "The number of times that the provider was among the top-ranked results shown to a client."
    ) { $0.record.impressions },
    .count("offers", "The number of offers received.") { $0.record.offers },
    .count("declines", "The number of offers declined.") { $0.record.declines },
    .count("appointments", "The number of appointments made.") { $0.record.appointments },
    .count("jobs_done", "The number of jobs done.") { $0.record.kept },
    .count("cancelled", "The number of appointments cancelled by the provider.") { $0.record.cancelled },
    .count("absent", "The number of appointments missed by the provider.") { $0.record.absent },
    .seconds("worked_s", "The time at work on completed jobs.") { $0.record.worked },
    .seconds("travelled_s", "The travel time to jobs.") { $0.record.travelled },
    .metres("travelled_m", "The travel distance to jobs.") { $0.record.metres },
    .seconds(
      "working_s", "The working hours from when searches can find the provider until the last job ended."
    ) {
      $0.run.workingTime(of: $0.place)
    },
    .ratio("utilisation", "The share of the working hours at work.", formula: "worked_s ÷ working_s") {
      row in
      let hours = row.run.workingTime(of: row.place)
      return hours > .zero ? row.record.worked.seconds / hours.seconds : nil
    },
    .stars("first_rating", "The initial rating, in stars; empty for providers who began without one.") {
      $0.provider.isUnrated ? nil : $0.provider.priorRating
    },
    .stars("rating", "The rating shown at the end, in stars; empty for providers without one.") {
      $0.record.rating > 0 ? $0.record.rating : nil
    },
    .count("reviews", "The number of reviews shown.") { $0.record.reviews },
    .amount("balance", "The final balance.") { row in
      row.run.ledger.balance(of: .provider(ProviderIndex(row.place)))
    },
    .word("cause", "The cause of refusal; empty if the row takes part in the run.") { $0.provider.refusal },
  ]
}
