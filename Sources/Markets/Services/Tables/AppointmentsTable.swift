import Metrics
import Quantities
import Tables

/// A row for an appointment.
struct AppointmentRow: ServicesRow {
  let run: ServicesRun
  let place: Int

  var appointment: Appointment { run.appointments[place] }

  /// The dispute if it was opened by the end of the run, and the dispute if it was also decided by then; otherwise nil.
  var disputed: Dispute? { appointment.dispute.flatMap { $0.opens <= run.end ? $0 : nil } }
  var decided: Dispute? { appointment.dispute.flatMap { $0.decided <= run.end ? $0 : nil } }
}

/// A row for a review.
struct JobReviewRow: ServicesRow {
  let run: ServicesRun
  let review: Review
}

/// A row for a ledger transfer.
struct JobPaymentRow: ServicesRow {
  let run: ServicesRun
  let place: Int

  var transfer: ServiceTransfer { run.ledger.entries[place] }

  /// Returns the name of `account` in payments.csv.
  func name(of account: ServiceAccount) -> String {
    switch account {
    case .service: "service"
    case .clients: "clients"
    case .bank: "bank"
    case .provider(let provider): "provider " + run.providerNames.text(of: run.setup.providers[provider].id)
    }
  }
}

/// A row for an event.
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
      .integer("appointment_id", .identifier, "The number of the appointment, from 1.") { $0.place + 1 },
      .job("job_id", "The job.") { $0.appointment.job },
      .provider("provider_id", "The provider.") { $0.appointment.provider },
      .cycle(request: "job") { $0.appointment.cycle },
      .seconds("confirm_s", "The time of confirmation.") { $0.appointment.confirmed },
      .seconds("start_s", "The planned start of the work.") { $0.appointment.start },
      .seconds("end_s", "The planned end of the work.") { $0.appointment.end },
      .seconds("depart_s", "The provider's departure; empty if they did not come.") {
        $0.appointment.departed
      },
      .seconds("arrive_s", "The provider's arrival.") { $0.appointment.arrived },
      .seconds("finish_s", "The end of the work.") { $0.appointment.finished },
      .seconds(
        "lateness_s", "The provider's delay after the planned start.",
        formula: "max(0, arrive_s − start_s)"
      ) { $0.appointment.lateness },
      .metres("travel_m", "The distance travelled to the job.") {
        $0.appointment.arrived == nil ? nil : $0.appointment.metres
      },
      .amount("charge", "The agreed price.") { $0.appointment.charge },
      .word("outcome", "The outcome; see the list of outcomes.") { $0.appointment.outcome },
      .seconds("dispute_s", "The time of the client's dispute; empty if not disputed.") {
        $0.disputed?.opens
      },
      .seconds("decision_s", "The time of the decision on the dispute; empty if undecided.") {
        $0.decided?.decided
      },
      .boolean("refunded", "Whether the decision refunded the client; empty without a decision.") {
        $0.decided?.refunds
      },
    ])

  /// A row per review.
  static let reviews = Table<JobReviewRow>(
    "reviews", "A row per review, in the order of writing.", key: ["job_id"],
    constant: .runID,
    columns: [
      .job("job_id", "The job.") { $0.review.job },
      .provider("provider_id", "The provider.") { $0.review.provider },
      .seconds("written_s", "The time of writing.") { $0.review.written },
      .seconds(
        "shown_s",
        "The time of publication; empty if not shown at the end of the run, for instance because the work is disputed."
      ) {
        $0.review.shown
      },
      .count("stars", "The number of stars, 1 to 5.") { $0.review.stars },
    ])

  /// A row per ledger transfer.
  static let payments = Table<JobPaymentRow>(
    "payments", "A row per transfer from one account to another.", key: ["sequence"],
    constant: .runID,
    columns: [
      .count("sequence", "The number of the transfer in the ledger, from 1.") { $0.place + 1 },
      .seconds("time_s", "The time of the transfer.") { $0.transfer.time },
      .word("purpose", "The purpose; see the list of purposes.") { $0.transfer.purpose },
      .text("from_account", "The payer: service, clients, bank, or provider and the id.") {
        $0.name(of: $0.transfer.from)
      },
      .text("to_account", "The payee, in the same form.") { $0.name(of: $0.transfer.to) },
      .amount("amount", "How much.") { $0.transfer.amount },
      .job("job_id", "The job concerned; empty for opening balances, gifts, payouts and decay.") {
        $0.transfer.job
      },
    ])

  /// A row per event (`--record events`).
  static let events = Table<JobEventRow>(
    "events", "A row per event, in order of execution (on request).", key: ["sequence"],
    constant: .runID,
    columns: [
      .count("sequence", "The number of the event in order of execution, from 1.") { $0.place + 1 },
      .seconds("time_s", "The time of the event.") { $0.event.time },
      .word("event", "The kind of event; see the list of events.") { $0.event.kind },
      .job("job_id", "The job concerned; empty if none.") { $0.event.request },
      .provider("provider_id", "The provider concerned; empty if none.") { $0.event.provider },
    ])

  /// A row per interval of simulated time.
  static let timeseries = Table<ServicesSeries.Interval>(
    "timeseries",
    "A row per interval: flows within [from_s, to_s), states just before to_s; excluding probes and refused rows.",
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
      .count(
        "jobs_waiting",
        "Jobs waiting at the end of the interval: submitted, and not yet begun, cancelled or given up."
      ) {
        $0.jobsWaiting
      },
      .count("jobs_at_work", "Jobs begun and not ended, at the interval's end.") { $0.jobsAtWork },
      .ratio(
        "match_rate",
        "The share of the jobs submitted in the interval that were ever confirmed, excluding those in progress.",
        formula: "ever confirmed ÷ submitted"
      ) { $0.matchRate },
      .decimal(
        "mean_time_to_confirm_s", .seconds,
        "The mean time to confirmation over the appointments confirmed in the interval.",
        formula: "mean(confirm_s − submit_s)"
      ) { $0.meanTimeToConfirm },
    ])
}
