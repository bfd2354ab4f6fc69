import JSON5
import Models
import Quantities

extension OrderStory {
  /// The same figures for programs, called as in the tables.
  var members: [JSON.Member] {
    let account = run.name(of: order.account).map { $1.text(of: $0) }
    let codes = order.codes.map { place in
      let code = run.world.typedCodes[Int(place)]
      return JSON.text(code == .none ? nil : run.world.codes[code].name)
    }
    return RequestAccount.members(outcome: record.outcome, cause: record.cause, submitted: order.submit) + [
      .init("account_id", .text(account)),
      .init("recipients", .integer(Int128(order.recipients))), .init("codes", .list(codes)),
      .init("draft", .boolean(order.isDraft)), .init("opens_account", .boolean(opensAccount)),
      .init("ready_s", waits && order.givesUp == nil ? RequestAccount.seconds(readyTime) : .null),
      .init("gave_up_s", order.givesUp == nil ? .null : RequestAccount.seconds(readyTime)),
      .init("attempts", .list(attempts.map(json))), .init("photos", .list(looks.map(json))),
      .init("line", line),
      .init("cards", .list(cards.map(json))), .init("complaints", .list(complaints.map(json))),
    ]
  }

  private func json(_ look: PhotoLook) -> JSON {
    .object([
      .init("look", .integer(Int128(look.look))), .init("came_s", RequestAccount.seconds(look.came)),
      .init("looked_s", RequestAccount.seconds(look.looked)), .init("rejected", .boolean(look.isRejected)),
      .init("answered_s", RequestAccount.seconds(look.answered)), .init("gave_up", .boolean(look.gaveUp)),
    ])
  }

  private func json(_ card: Delivery) -> JSON {
    let isDelivered = run.outcome(of: card) != .onTheWay
    return .object([
      .init("card", .integer(Int128(card.card) + 1)),
      .init("country", .text((run.world.delivery?.countries ?? [])[Int(card.country)].name)),
      .init("handed_s", RequestAccount.seconds(card.handed)),
      .init("promised_s", RequestAccount.seconds(card.promised)),
      .init("delivered_s", isDelivered ? RequestAccount.seconds(card.delivered) : .null),
      .init("outcome", .text(run.outcome(of: card).rawValue)),
    ])
  }

  private func json(_ complaint: Complaint) -> JSON {
    .object([
      .init("time_s", RequestAccount.seconds(complaint.time)),
      .init("reprinted_s", RequestAccount.seconds(complaint.reprinted)),
    ])
  }

  private func json(_ attempt: PaymentAttempt) -> JSON {
    let pack = PaymentAttemptRow(run: run, attempt: attempt).pack
    let payment = attempt.payment
    let campaign = payment.byCampaign > 0 ? run.world.campaigns[Int(payment.campaign)].name : nil
    return .object(
      RequestAccount.members(
        ofAttempt: attempt.attempt, inCycle: attempt.cycle, at: attempt.time, outcome: attempt.outcome,
        cause: attempt.cause, funnel: attempt.funnel) + [
          .init("uses_codes", .boolean(attempt.payment.usesCodes)),
          .init("lacking", .integer(Int128(attempt.payment.lacking))),
          .init("packs", .integer(Int128(attempt.payment.packs))),
          .init("pack_credits", .integer(pack?.credits)),
          .init("by_card", .integer(Int128(payment.byCard))),
          .init("price", .integer(payment.price(in: run.world))),
          .init("campaign", .text(campaign)), .init("by_campaign", .integer(Int128(payment.byCampaign))),
          .init("answered_s", RequestAccount.seconds(attempt.answered)),
        ])
  }

  /// The way through the line; null of an order that was not paid.
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
