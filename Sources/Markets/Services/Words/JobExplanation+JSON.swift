import Community
import JSON5
import Lifecycle
import Models
import Quantities

extension JobExplanation {
  /// The same figures as JSON, with the names of the tables.
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

  /// Returns the dispute about the work, as far as it got by the end of the run.
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
