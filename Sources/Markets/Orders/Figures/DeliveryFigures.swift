import Metrics
import Quantities
import Statistics
import Tables

/// The metrics of the ways of cards to their recipients.
extension Metric {
  static let deliveredRatio = Metric(
    "delivered_ratio", .ratio, over: .deliveredCards, better: .higherIsBetter,
    "Cards delivered within the time promised for their country, from the hand-over on ÷ cards delivered.")
  static let bothKeptRatio = Metric(
    "both_kept_ratio", .ratio, over: .deliveredOrders, better: .higherIsBetter,
    "Orders handed over within `line.promise_s` of their payment, and each card of which came within its country's time ÷"
      + " orders whose last card came.")
  static let deliveryTime = Metric(
    "delivery_s", .seconds, over: .deliveredCards, better: .lowerIsBetter, isDistribution: true,
    "From the hand-over to the carrier until the card was in the letter box, days off included.")
  static let letterBoxTime = Metric(
    "letter_box_s", .seconds, over: .deliveredOrders, better: .lowerIsBetter, isDistribution: true,
    "From the submission of an order until its last card was in the letter box.")
  static let creditsByCard = Metric(
    "credits_by_card", .count, over: .books, better: .higherIsBetter,
    "Recipients that were paid one by one by bank card (`payment.direct`), refunds left out.")
  static let creditsOfPromotions = Metric(
    "credits_from_promotions", .count, over: .books, "Credits that promotions gave.")
}

extension Metric.Population {
  static let deliveredCards = Self(
    "delivered cards", "Cards of finished orders that came to their recipients, with `delivery`.")
  static let deliveredOrders = Self(
    "delivered orders", "Finished orders all of whose cards came to their recipients, with `delivery`.")
}

extension OrdersRun {
  /// The figures that only runs with `delivery` have.
  static let deliveryFigures: [Figure<OrdersRun>] = [
    Figure(.deliveredRatio) { run in
      let cards = run.deliveredCards
      return .share(cards.count(where: \.isInTime), of: cards.count)
    },
    Figure(.bothKeptRatio) { run in
      let orders = run.deliveredOrders
      return .share(
        orders.count { $0.isInTime && run.records.orders[$0.order].outcome == .kept }, of: orders.count)
    },
    Figure(.deliveryTime) { run in .sample(run.deliveredCards.map { ($0.delivered - $0.handed).seconds }) },
    Figure(.letterBoxTime) { run in
      .sample(run.deliveredOrders.map { ($0.last - run.world.orders[$0.order].submit).seconds })
    },
  ]

  /// The figures that only runs have where credits come in other ways than by accounts, packs and codes.
  static let otherCreditFigures: [Figure<OrdersRun>] = [
    Figure(.creditsOfPromotions) { run in .count(Int(-run.records.ledger.balance(of: .promotions))) },
    Figure(.creditsByCard) { run in .count(Int(-run.records.ledger.balance(of: .cards))) },
  ]

  /// The figures that this run has.
  var ownFigures: [Figure<OrdersRun>] {
    Self.figures + (world.delivery == nil ? [] : Self.deliveryFigures)
      + (world.photos == nil ? [] : Self.photoFigures)
      + (world.hasOtherCredits ? Self.otherCreditFigures : [])
      + (world.campaigns.isEmpty ? [] : Self.campaignFigures)
      + (world.referral == nil ? [] : Self.referralFigures) + (world.hasDelays ? Self.delayFigures : [])
      + (world.channel == nil ? [] : Self.messageFigures) + (world.users == nil ? [] : Self.userFigures)
  }

  /// Cards of finished orders that came.
  private var deliveredCards: [Delivery] {
    let isFinished = Set(finished)
    return records.deliveries.filter { isFinished.contains(Int($0.order)) && outcome(of: $0) != .onTheWay }
  }

  /// Finished orders all of whose cards came: when the last did, and whether all were in time.
  private var deliveredOrders: [(order: Int, last: Milliseconds, isInTime: Bool)] {
    var orders: [(order: Int, last: Milliseconds, isInTime: Bool, cards: Int32)] = []
    // Cards of an order stand together, since they were handed over together.
    for card in deliveredCards {
      if orders.last?.order == Int(card.order) {
        let place = orders.count - 1
        orders[place].last = max(orders[place].last, card.delivered)
        orders[place].isInTime = orders[place].isInTime && card.isInTime
        orders[place].cards += 1
      } else {
        orders.append((Int(card.order), card.delivered, card.isInTime, 1))
      }
    }
    return orders.filter { $0.cards == world.orders[$0.order].recipients }.map {
      ($0.order, $0.last, $0.isInTime)
    }
  }
}
