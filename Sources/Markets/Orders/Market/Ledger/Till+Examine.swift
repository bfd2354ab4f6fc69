import Quantities
import Statistics

extension Till {
  /// Examines, stage by stage, whether an order can be paid. The method changes nothing; it is `mutating` only because
  /// borrowing the till would slow down compilation.
  ///
  /// The second stage assumes that codes are valid, which the third stage checks. The customer's choices are drawn anew
  /// for each attempt: a customer who did not buy a pack may buy one at the next.
  ///
  /// - Returns: the stage that fails (nil for none), and the payment as determined up to that stage.
  mutating func examine(
    _ index: OrderIndex, withoutCodes: Bool, cycle: Int32, attempt: Int32, at time: Milliseconds,
    _ random: RandomSource
  ) -> (failed: OrderStage?, payment: Payment) {
    let order = setup.orders[index]
    var payment = Payment()
    guard order.account != .none, setup.accounts[order.account].opens <= time else {
      return (.account, payment)
    }
    let codes = withoutCodes ? 0..<0 : order.codes
    payment.usesCodes = !codes.isEmpty
    var credits = balance(of: order.account)
    for place in codes where setup.typedCodes[Int(place)] != .none {
      credits += setup.fields.codes[setup.typedCodes[Int(place)]].credits
    }
    if let offer = sponsors?.offer(for: order, at: time) {
      (payment.campaign, payment.byCampaign) = offer
      payment.isAllByCampaign = payment.byCampaign == Int64(order.recipients)
    }
    payment.lacking = max(0, Int64(order.recipients) - payment.byCampaign - credits)
    var isDeclined = false
    if payment.lacking > 0, let direct = setup.fields.payment.direct {
      var draws = random.stream(
        .directPayment, order.key, UInt64(UInt32(cycle)), UInt64(UInt32(attempt)))
      payment.isByCard = draws.happens(withProbability: direct.probability)
      isDeclined =
        payment.isByCard && draws.happens(withProbability: setup.fields.payment.declineProbability)
    }
    if payment.lacking > 0, !payment.isByCard {
      var draws = random.stream(
        .payment, order.key, UInt64(UInt32(cycle)), UInt64(UInt32(attempt)))
      guard draws.happens(withProbability: setup.fields.payment.packProbability),
        let choice = setup.packs(for: payment.lacking, account: order.account)
      else { return (.credits, payment) }
      (payment.pack, payment.packs) = choice
      isDeclined = draws.happens(withProbability: setup.fields.payment.declineProbability)
    }
    for place in codes where !isValid(setup.typedCodes[Int(place)], for: order.account, at: time) {
      return (.code, payment)
    }
    return (isDeclined ? .payment : nil, payment)
  }
}

extension OrdersSetup {
  /// Returns the kind and number of packs bought by a customer who lacks `lacking` credits; nil if no packs are sold.
  func packs(for lacking: Int64, account: AccountIndex) -> (pack: Int32, count: Int64)? {
    let packs = fields.packs
    guard let largest = packs.indices.max(by: { packs[$0].credits < packs[$1].credits }) else { return nil }
    let pack: Int
    switch fields.payment.packChoice {
    case .usual: pack = Int(accounts[account].usualPack)
    case .smallest:
      pack =
        packs.indices.filter { packs[$0].credits >= lacking }.min { packs[$0].credits < packs[$1].credits }
        ?? largest
    }
    return (Int32(pack), (lacking + packs[pack].credits - 1) / packs[pack].credits)
  }
}
