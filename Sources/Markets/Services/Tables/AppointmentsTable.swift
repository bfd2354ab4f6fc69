import Metrics
import Quantities
import Tables

/// An appointment.
struct AppointmentRow: ServicesRow {
  let run: ServicesRun
  let place: Int

  var appointment: Appointment { run.appointments[place] }

  /// The dispute, if it began before the run ended; and if it was decided before.
  var disputed: Dispute? { appointment.dispute.flatMap { $0.opens <= run.end ? $0 : nil } }
  var decided: Dispute? { appointment.dispute.flatMap { $0.decided <= run.end ? $0 : nil } }
}

/// A review.
struct JobReviewRow: ServicesRow {
  let run: ServicesRun
  let review: Review
}

/// A transfer in the ledger.
struct JobPaymentRow: ServicesRow {
  let run: ServicesRun
  let place: Int

  var transfer: ServiceTransfer { run.ledger.entries[place] }

  /// Returns the name of `account` in the file.
  func name(of account: ServiceAccount) -> String {
    switch account {
    case .service: "service"
    case .clients: "clients"
    case .bank: "bank"
    case .provider(let provider): "provider " + run.providerNames.text(of: run.setup.providers[provider].id)
    }
  }
}

/// An event.
struct JobEventRow: ServicesRow {
  let run: ServicesRun
  let place: Int

  var event: JobEvent { run.log[place] }
}

extension ServicesTable {
  /// A row per appointment.
  static let appointments = Table<AppointmentRow>(
    "appointments", "A row per appointment, in the order of the confirmations.", key: ["appointment_id"],
    constant: .runID,
    columns: [
      .integer("appointment_id", .identifier, "The appointment, counted from 1.") { $0.place + 1 },
      .job("job_id", "The job.") { $0.appointment.job },
      .provider("provider_id", "The provider.") { $0.appointment.provider },
      .cycle(request: "job") { $0.appointment.cycle },
      .seconds("confirm_s", "When it was confirmed.") { $0.appointment.confirmed },
      .seconds("start_s", "When work was planned to begin.") { $0.appointment.start },
      .seconds("end_s", "When work was planned to end.") { $0.appointment.end },
      .seconds("depart_s", "When the provider set out; empty where they did not come.") {
        $0.appointment.departed
      },
      .seconds("arrive_s", "When the provider came.") { $0.appointment.arrived },
      .seconds("finish_s", "When the work ended.") { $0.appointment.finished },
      .seconds(
        "lateness_s", "How long after the planned start the provider came.",
        formula: "max(0, arrive_s − start_s)"
      ) { $0.appointment.lateness },
      .metres("travel_m", "The way to it.") { $0.appointment.arrived == nil ? nil : $0.appointment.metres },
      .amount("charge", "What was agreed for it.") { $0.appointment.charge },
      .word("outcome", "How it ended; see the list of outcomes.") { $0.appointment.outcome },
      .seconds("dispute_s", "When the client disputed the work; empty where they did not.") {
        $0.disputed?.opens
      },
      .seconds("decision_s", "When the dispute was decided; empty where it was not.") { $0.decided?.decided },
      .boolean("refunded", "Whether the decision gave back what was paid; empty without one.") {
        $0.decided?.refunds
      },
    ])

  /// A row per review.
  static let reviews = Table<JobReviewRow>(
    "reviews", "A row per review, in the order in which they were written.", key: ["job_id"],
    constant: .runID,
    columns: [
      .job("job_id", "The job.") { $0.review.job },
      .provider("provider_id", "The provider.") { $0.review.provider },
      .seconds("written_s", "When the client wrote it.") { $0.review.written },
      .seconds(
        "shown_s", "When it was shown; empty where it is not at the run's end, as while the work is disputed."
      ) {
        $0.review.shown
      },
      .count("stars", "One to five.") { $0.review.stars },
    ])

  /// A row per transfer of the ledger.
  static let payments = Table<JobPaymentRow>(
    "payments", "A row per transfer: what one account gives, another gets.", key: ["sequence"],
    constant: .runID,
    columns: [
      .count("sequence", "The transfer's place in the ledger, counted from 1.") { $0.place + 1 },
      .seconds("time_s", "When it was made.") { $0.transfer.time },
      .word("purpose", "What for; see the list of purposes.") { $0.transfer.purpose },
      .text("from_account", "Who gives: service, clients, bank, or provider and the id.") {
        $0.name(of: $0.transfer.from)
      },
      .text("to_account", "Who gets, likewise.") { $0.name(of: $0.transfer.to) },
      .amount("amount", "How much.") { $0.transfer.amount },
      .job("job_id", "The job that it was given for; empty for opening balances, gifts, payouts and decay.") {
        $0.transfer.job
      },
    ])

  /// A row per event (`--record events`).
  static let events = Table<JobEventRow>(
    "events", "A row per event, in the order of execution (on request).", key: ["sequence"],
    constant: .runID,
    columns: [
      .count("sequence", "The event's place in the order of execution, counted from 1.") { $0.place + 1 },
      .seconds("time_s", "When the event happened.") { $0.event.time },
      .word("event", "What happened; see the list of events.") { $0.event.kind },
      .job("job_id", "The job concerned; empty where there is none.") { $0.event.request },
      .provider("provider_id", "The provider concerned; empty where there is none.") { $0.event.provider },
    ])

  /// A row per interval of simulated time.
  static let timeseries = Table<ServicesSeries.Interval>(
    "timeseries",
    "A row per interval: flows within [from_s, to_s), states just before to_s; probes, refused rows left out.",
    key: ["from_s"], constant: .runID,
    columns: [
      .from { $0.from }, .to { $0.to },
      .count("providers_found", "Providers that searches can find, at the end of the interval.") {
        $0.providersFound
      },
      .count("jobs_submitted", "Jobs submitted in the interval.") { $0.jobsSubmitted },
      .count("confirmations", "Appointments confirmed in the interval.") { $0.confirmations },
      .count("starts", "Work that began in the interval.") { $0.starts },
      .count("finishes", "Work that ended in the interval.") { $0.finishes },
      .count("jobs_waiting", "Jobs submitted and neither begun nor gone nor given up, at the interval's end.")
      {
        $0.jobsWaiting
      },
      .count("jobs_at_work", "Jobs begun and not ended, at the interval's end.") { $0.jobsAtWork },
      .ratio(
        "match_rate",
        "Share of the jobs submitted in the interval that were ever confirmed; in progress left out.",
        formula: "ever confirmed ÷ submitted"
      ) { $0.matchRate },
      .decimal(
        "mean_time_to_confirm_s", .seconds, "Mean over the confirmations of the interval.",
        formula: "mean(confirm_s − submit_s)"
      ) { $0.meanTimeToConfirm },
    ])
}
