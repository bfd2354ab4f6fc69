import Metrics
import Models
import Quantities
import Scenario
public import Statistics
import Tables

/// The rules for wrong recipient addresses: an address detected before payment is returned to the customer for
/// correction; otherwise the card comes back undelivered.
public struct AddressRules: Hashable, Sendable {
  /// The share of recipients whose address is wrong.
  public var badShare = 0.02
  /// The share of wrong addresses that are detected before the order is paid.
  public var foundShare = 0.8
  /// The time that the customer takes to correct all wrong addresses of an order, or to give up, in seconds.
  public var correction = Law.lognormal(median: 600, sigma: 1)
  /// The share of these customers who give up.
  public var giveUpShare = 0.1

  public init() {}
}

extension AddressRules {
  static var members: Members<Self> {
    let nothingFound = "no wrong address is detected (`found_share` is 0)"
    return Members(
      Self(),
      [
        Field(
          "bad_share", \.badShare, .number(.init(lower: 0, upper: 1, includesLower: false)),
          "The share of recipients whose address is wrong."),
        Field(
          "found_share", \.foundShare, .share,
          "The share of wrong addresses detected before payment; cards to the others are returned."),
        Field(
          "correction", \.correction, .law(),
          "The time, in seconds, that a customer takes to correct detected addresses or to give up; the payment is held meanwhile."
        ).idle(nothingFound) { $0.foundShare == 0 },
        Field(
          "give_up_share", \.giveUpShare, .share,
          "The share of customers who give up instead of correcting; their orders fail as `address_rejected`."
        ).idle(nothingFound) { $0.foundShare == 0 },
      ])
  }
}

extension Field<DeliveryRules> {
  /// The field that enables wrong addresses.
  static var addresses: Self {
    Self(
      "addresses", \.addresses, orAbsent: .object(AddressRules.members),
      "Wrong recipient addresses and their detection before payment. `null`: all addresses are correct.")
  }
}

/// The state of a recipient's address.
enum AddressState {
  case right
  /// A wrong address that is detected before payment.
  case rejected
  /// A wrong address that is not detected, so that the card comes back undelivered.
  case wrong
}

extension AddressRules {
  /// Returns the address state of the recipient of `card` in the order whose draws have `key`.
  func state(ofOrder key: UInt64, card: Int32, _ random: RandomSource) -> AddressState {
    var draws = random.stream(.address, key, UInt64(UInt32(card)))
    guard draws.happens(withProbability: badShare) else { return .right }
    return draws.happens(withProbability: foundShare) ? .rejected : .wrong
  }
}

extension OrdersMaker {
  /// Draws which orders have detected wrong addresses, and the time until their customers have corrected them or give
  /// up.
  func check(_ rules: AddressRules, in setup: inout OrdersSetup) {
    for place in setup.orders.places {
      var order = setup.orders[place]
      guard !order.isProbe, order.refusal == nil, order.givesUp == nil else { continue }
      let rejected = (0..<order.recipients).count {
        rules.state(ofOrder: order.key, card: $0, scenario.random) == .rejected
      }
      guard rejected > 0 else { continue }
      var draws = scenario.random.stream(
        .address, order.key, UInt64(UInt32(order.recipients)))
      order.rejectedAddresses = Int32(rejected)
      order.delay = order.delay.saturatingAdd(rules.correction.span(&draws))
      if draws.happens(withProbability: rules.giveUpShare) { order.givesUp = .addressRejected }
      setup.orders[place] = order
    }
  }
}

extension Feature<OrdersRun> {
  /// The feature for wrong recipient addresses.
  static var addresses: Self {
    Feature(
      ["delivery", "addresses"], isPart: { $0.setup.fields.delivery?.addresses != nil },
      figures: OrdersRun.addressFigures,
      columns: [OrdersTable.rejectedAddresses, OrdersTable.returnedTime] as [any Sendable])
  }
}

extension Metric {
  static let addressesRejected = Metric(
    "addresses_rejected", .count, over: .settledOrders, better: .lowerIsBetter,
    "Addresses of settled orders returned to the customer for correction; with `delivery.addresses`.")
  static let cardsReturned = Metric(
    "cards_returned_ratio", .ratio, over: .finishedOrders, better: .lowerIsBetter,
    "Cards of finished orders returned because of a wrong address ÷ cards delivered or returned; with `delivery.addresses`."
  )
}

extension OrdersRun {
  /// The figures of runs with wrong addresses.
  static let addressFigures: [Figure<OrdersRun>] = [
    Figure(.cause(.addressRejected)) { run in
      .count(run.settled.count { run.records.orders[$0].cause == .addressRejected })
    },
    Figure(.addressesRejected) { run in
      .count(run.settled.reduce(0) { $0 + Int(run.setup.orders[$1].rejectedAddresses) })
    },
    Figure(.cardsReturned) { run in
      let isFinished = Set(run.finished)
      let cards = run.records.deliveries.filter {
        isFinished.contains(Int($0.order)) && run.outcome(of: $0) != .onTheWay
      }
      return .share(cards.count(where: \.isReturned), of: cards.count)
    },
  ]
}

extension OrdersTable {
  fileprivate static let rejectedAddresses: Column<OrderRow> = .count(
    "rejected_addresses",
    "The number of recipients whose address was returned for correction before payment. Only with `delivery.addresses`."
  ) { $0.order.rejectedAddresses }

  fileprivate static let returnedTime: Column<DeliveryRow> = .seconds(
    "returned_s",
    "The time at which the card was returned, after the same working time as the outward delivery; empty if"
      + " not returned. Only with `delivery.addresses`."
  ) { $0.run.outcome(of: $0.delivery) == .returned ? $0.delivery.delivered : nil }
}
