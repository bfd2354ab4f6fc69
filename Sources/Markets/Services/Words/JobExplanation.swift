import Community
import JSON5
import Lifecycle
import Models
import Quantities
import Tables

/// The history of one job, attempt by attempt, as text or JSON.
struct JobExplanation {
  let run: ServicesRun
  let place: Int
  private let trades: Trades

  /// Creates the explanation of the job at index `place` of `run`.
  init(of place: Int, in run: ServicesRun, trades: Trades) {
    self.place = place
    self.run = run
    self.trades = trades
  }

  /// The history as text: a heading, a section for each attempt, and the outcomes of the appointments.
  var text: String {
    (heading + attempts.flatMap(lines) + appointments.map(line)).map { $0 + "\n" }.joined()
  }

  var job: Job { run.setup.jobs[place] }
  var attempts: [JobAttempt] { run.attempts.filter { Int($0.job) == place } }
  var appointments: [Appointment] { run.appointments.filter { Int($0.job) == place } }

  /// Returns the name of `provider` in files.
  func id(_ provider: ProviderIndex) -> String {
    run.providerNames.text(of: run.setup.providers[provider].id)
  }

  private func name(_ provider: ProviderIndex) -> String { "provider " + id(provider).visible }

  private var heading: [String] {
    let record = run.jobs[place]
    let cause = record.cause.map { " (\($0.rawValue): \($0.meaning))" } ?? ""
    let row = JobRow(run: run, place: place)
    let task = row.task.map { ", task `\($0.visible)`" } ?? ""
    let latest = job.latest == .never ? "any time" : Words.clock(job.latest)
    return [
      "job \(run.jobNames.text(of: job.id).visible): \(record.outcome.rawValue)\(cause)",
      "  `\(trades.categories[Int(job.category)].name.visible)`\(task), about \(Words.minutes(job.estimate)) of work,"
        + " submitted at \(Words.clock(job.submit)), to begin from \(Words.clock(job.earliest)) to \(latest)",
    ]
      + run.ownFeatures.flatMap { $0.account(ofRequest: place, in: run, at: .submission) }.map { "  " + $0 }
  }

  private func lines(_ attempt: JobAttempt) -> [String] {
    let funnel = JobStage.allCases.map { "\(attempt.funnel[$0]) \($0.left)" }.joined(separator: ", ")
    let cause = attempt.cause.map { " (\($0.rawValue): \($0.meaning))" } ?? ""
    var lines = [
      "cycle \(attempt.cycle), attempt \(attempt.attempt), at \(Words.clock(attempt.time)):"
        + " \(attempt.outcome.rawValue)\(cause)"
    ]
    if attempt.cause == .outage { return lines }
    lines.append("  \(funnel)")
    if attempt.provider != .none {
      lines.append(
        "  asked \(name(attempt.provider)) to begin at \(Words.clock(attempt.start)), \(Words.minutes(attempt.way)) of way,"
          + " for \(charge(attempt)), \(rating(attempt)),"
          + " score \(Words.minutes(Milliseconds(attempt.score)))"
      )
    } else if let remedy = remedy(for: attempt) {
      lines.append("  possible remedy: \(remedy)")
    }
    return lines
  }

  /// Returns the rating that the client saw, in words.
  private func rating(_ attempt: JobAttempt) -> String {
    attempt.rating > 0 ? "rated \(Words.fixed(Double(attempt.rating) / 1_000, 3)) stars" : "without a rating"
  }

  /// Returns a sentence on what would help an attempt that found no provider; nil if no stage failed.
  func remedy(for attempt: JobAttempt) -> String? {
    guard attempt.provider == .none else { return nil }
    return JobStage.allCases.first { $0.cause == attempt.cause }?.remedy
  }

  /// Returns the agreed charge with its unit: minutes of credit, or the smallest currency unit.
  private func charge(_ attempt: JobAttempt) -> String {
    run.setup.settlement.isTimeCredits
      ? Words.minutes(Milliseconds(attempt.charge)) + " of credit"
      : Words.grouped(Int(attempt.charge)) + " smallest currency units"
  }

  private func line(_ appointment: Appointment) -> String {
    let lateness = appointment.lateness.map { $0 > .zero ? ", \(Words.minutes($0)) late" : ", in time" } ?? ""
    let end = appointment.finished.map { ", ended at \(Words.clock($0))" } ?? ""
    return
      "appointment with \(name(appointment.provider)), confirmed at \(Words.clock(appointment.confirmed)),"
      + " planned for \(Words.clock(appointment.start)): \(appointment.outcome.rawValue)\(lateness)\(end)"
      + words(of: appointment.dispute)
  }

  /// Returns a clause on the dispute about the work, as it stood at the end of the run; empty if there is none.
  private func words(of dispute: Dispute?) -> String {
    guard let dispute, dispute.opens <= run.end else { return "" }
    let opens = ", disputed at \(Words.clock(dispute.opens))"
    guard dispute.decided <= run.end else { return opens + " and not decided" }
    return opens + ", decided at \(Words.clock(dispute.decided)): "
      + (dispute.refunds ? "paid back" : "not refunded")
  }
}

extension JobExplanation {
  /// The content of the history as JSON members, named as in the tables.
  var members: [JSON.Member] {
    let row = JobRow(run: run, place: place)
    return RequestAccount.members(outcome: row.record.outcome, cause: row.record.cause, submitted: job.submit)
      + [
        .init("category", .text(run.setup.trades.categories[Int(job.category)].name)),
        .init("task", .text(row.task)), .init("duration_s", .number(job.estimate.seconds)),
        .init("earliest_s", .number(job.earliest.seconds)),
        .init("latest_s", RequestAccount.seconds(job.latest)),
        .init("attempts", .list(attempts.map(json))), .init("appointments", .list(appointments.map(json))),
      ] + (run.outages?.members(ofRequest: place) ?? [])
  }

  private func json(_ attempt: JobAttempt) -> JSON {
    let requests = attempt.provider != .none
    func asked(_ value: JSON) -> JSON { requests ? value : .null }
    return .object(
      RequestAccount.members(
        ofAttempt: attempt.attempt, inCycle: attempt.cycle, at: attempt.time, outcome: attempt.outcome,
        cause: attempt.cause, funnel: attempt.funnel) + [
          .init("remedy", .text(remedy(for: attempt))),
          .init("provider_id", requests ? .text(id(attempt.provider)) : .null),
          .init("start_s", asked(.number(attempt.start.seconds))),
          .init("way_s", asked(.number(attempt.way.seconds))),
          .init("charge", asked(.integer(Int128(attempt.charge)))),
          .init("rating", attempt.rating > 0 ? asked(.number(Double(attempt.rating) / 1_000)) : .null),
          .init("score", asked(.integer(Int128(attempt.score)))),
          .init("answered_s", RequestAccount.seconds(attempt.answered)),
        ])
  }

  private func json(_ appointment: Appointment) -> JSON {
    .object([
      .init("provider_id", .text(id(appointment.provider))),
      .init("cycle", .integer(Int128(appointment.cycle))),
      .init("confirm_s", .number(appointment.confirmed.seconds)),
      .init("start_s", .number(appointment.start.seconds)),
      .init("end_s", .number(appointment.end.seconds)),
      .init("depart_s", RequestAccount.seconds(appointment.departed)),
      .init("arrive_s", RequestAccount.seconds(appointment.arrived)),
      .init("finish_s", RequestAccount.seconds(appointment.finished)),
      .init("charge", .integer(Int128(appointment.charge))),
      .init("outcome", .text(appointment.outcome.rawValue)), .init("dispute", json(appointment.dispute)),
    ])
  }

  /// Returns the dispute about the work as JSON, as it stood at the end of the run.
  private func json(_ dispute: Dispute?) -> JSON {
    guard let dispute, dispute.opens <= run.end else { return .null }
    let isDecided = dispute.decided <= run.end
    return .object([
      .init("opened_s", RequestAccount.seconds(dispute.opens)),
      .init("decided_s", isDecided ? RequestAccount.seconds(dispute.decided) : .null),
      .init("refunded", isDecided ? .boolean(dispute.refunds) : .null),
    ])
  }
}
