import Community
import JSON5
import Lifecycle
import Models
import Quantities

extension OrderStory {
  /// The content of the history as JSON members, named as in the tables.
  var members: [JSON.Member] {
    let account = run.name(of: order.account).map { $1.text(of: $0) }
    let codes = order.codes.map { place in
      let code = run.setup.typedCodes[Int(place)]
      return JSON.text(code == .none ? nil : run.setup.fields.codes[code].name)
    }
    return RequestAccount.members(outcome: record.outcome, cause: record.cause, submitted: order.submit) + [
      .init("account_id", .text(account)),
      .init("recipients", .integer(Int128(order.recipients))), .init("codes", .list(codes)),
    ] + registrationMembers + (run.records.outages?.members(ofRequest: place) ?? []) + [
      .init("attempts", .list(attempts.map(json))), .init("photos", photosJSON), .init("line", line),
      .init("cards", cardsJSON), .init("complaints", complaintsJSON),
    ]
  }

  private func json(_ attempt: PaymentAttempt) -> JSON {
    let pack = PaymentAttemptRow(run: run, attempt: attempt).pack
    let payment = attempt.payment
    let campaign = payment.byCampaign > 0 ? run.setup.fields.campaigns[Int(payment.campaign)].name : nil
    return .object(
      RequestAccount.members(
        ofAttempt: attempt.attempt, inCycle: attempt.cycle, at: attempt.time, outcome: attempt.outcome,
        cause: attempt.cause, funnel: attempt.funnel) + [
          .init(
            "remedy",
            .text(
              attempt.cause == .outage
                ? nil : OrderStage.allCases.first { attempt.funnel[$0] <= 0 }?.remedy)),
          .init("uses_codes", .boolean(attempt.payment.usesCodes)),
          .init("lacking", .integer(Int128(attempt.payment.lacking))),
          .init("packs", .integer(Int128(attempt.payment.packs))),
          .init("pack_credits", .integer(pack?.credits)),
          .init("by_card", .integer(Int128(payment.byCard))),
          .init("price", .integer(payment.price(in: run.setup))),
          .init("campaign", .text(campaign)), .init("by_campaign", .integer(Int128(payment.byCampaign))),
          .init("answered_s", RequestAccount.seconds(attempt.answered)),
        ])
  }

  /// The order's passage through the line; null for an order that was not paid.
  private var line: JSON {
    guard let promised = record.promised else { return .null }
    return .object([
      .init("confirmed_s", RequestAccount.seconds(record.firstMatch)),
      .init("promised_s", RequestAccount.seconds(promised)),
      .init("entered_s", RequestAccount.seconds(record.entered)),
      .init("begun_s", RequestAccount.seconds(record.begun)),
      .init("finished_s", RequestAccount.seconds(record.finished)),
      .init("mean_wait_s", record.finished == .never ? .null : .number(record.wait / 1_000)),
    ])
  }
}
