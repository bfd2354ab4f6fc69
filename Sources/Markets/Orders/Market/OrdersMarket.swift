import Community
import Lifecycle
import Quantities
import Statistics

/// Orders as a lifecycle market: a request is an order, and the only provider is the line, which takes every paid
/// order. An attempt is a try to pay; the agreement is a place in the line and a promised completion time.
struct OrdersMarket: Market, ~Copyable {
  typealias RequestIndex = OrderIndex
  typealias Provider = LineIndex
  typealias RequestRecord = OrderRecord
  typealias AttemptRecord = PaymentAttempt
  typealias EventRecord = OrderEvent

  /// A later step.
  enum Step: BitwiseCopyable {
    /// A paid order enters the first station.
    case entry(OrderIndex)
    case line(ProductionLine.Step)
    /// The customer gives up a draft, or an order without an account.
    case givingUp(OrderIndex)
    case photos(PhotoDesk.Step)
  }

  var core: OrdersCore
  var features: OrdersFeatures
  /// For each order, whether its customer continues without the entered codes.
  var dropsCodes: [Bool]

  init(_ world: OrdersSetup, random: RandomSource) {
    core = OrdersCore(world, random: random)
    features = OrdersFeatures(world, random: random)
    dropsCodes = Array(repeating: false, count: world.orders.count)
  }

  // MARK: - Who takes part

  var requestCount: Int { core.world.orders.count }
  var providerCount: Int { 1 }
  func refusal(of order: OrderIndex) -> OrderCause? { core.world.orders[order].refusal }
  func submission(of order: OrderIndex) -> Milliseconds { core.world.orders[order].submit }
  func patience(of order: OrderIndex) -> Milliseconds { core.world.orders[order].patience }
  func isProbe(_ order: OrderIndex) -> Bool { core.world.orders[order].isProbe }
  func key(of order: OrderIndex) -> UInt64 { core.key(of: order) }
  func key(of line: LineIndex) -> UInt64 { 0 }

  // MARK: - Coming

  /// Finishes drafts and opens accounts before payment is attempted, or gives the order up.
  mutating func receive(_ order: OrderIndex, at time: Milliseconds, _ desk: inout Desk) -> Reception {
    if core.customers.hasLeft(core.world.orders[order].account) {
      desk.end(order, .notSubmitted, .leftService, at: time)
      return .over
    }
    let (delay, givesUp) = (core.world.orders[order].delay, core.world.orders[order].givesUp)
    guard givesUp == nil else {
      desk.schedule(.givingUp(order), at: time.saturatingAdd(delay))
      return .over
    }
    return delay > .zero ? .later(time.saturatingAdd(delay)) : .now
  }

  mutating func giveUp(_ order: OrderIndex, at time: Milliseconds, _ desk: inout Desk) {
    guard desk.isOpen(order) else { return }
    desk.note(.requesterLeft, request: order)
    desk.end(order, .abandoned, core.world.orders[order].givesUp, at: time)
  }

  // MARK: - Paying

  mutating func decide(_ call: Call, _ desk: inout Desk) -> PaymentAttempt {
    core.till.settle(until: call.time)
    var record = PaymentAttempt(call)
    let (failed, payment) = core.till.examine(
      call.request, withoutCodes: dropsCodes[Int(call.request)], cycle: call.cycle, attempt: call.attempt,
      at: call.time, desk.rules.random)
    record.payment = payment
    for stage in OrderStage.allCases {
      record.funnel[stage] = failed.map { stage.rawValue < $0.rawValue ? 1 : 0 } ?? 1
    }
    guard let failed else {
      record.provider = .line
      return record
    }
    record.cause = failed.cause
    if failed == .code { dropCodes(call, desk.rules.random) }
    return record
  }

  private mutating func dropCodes(_ call: Call, _ random: RandomSource) {
    var draws = random.stream(
      .codeDropping, key(of: call.request), UInt64(UInt32(call.cycle)), UInt64(UInt32(call.attempt)))
    dropsCodes[Int(call.request)] = draws.happens(withProbability: core.world.payment.dropCodeProbability)
  }

  mutating func hold(
    _ order: OrderIndex, with line: LineIndex, at time: Milliseconds, _ desk: inout Desk
  ) {
    desk.records.requests[order].paid += core.till.pay(
      desk[lastAttemptOf: order].payment, for: order, at: time)
  }

  /// Ends the agreement: the customer keeps what was bought and redeemed, and gets back the held credits and what
  /// was paid by bank card.
  mutating func release(
    _ order: OrderIndex, from line: LineIndex, because reason: OfferFailure, at time: Milliseconds,
    _ desk: inout Desk
  ) {
    core.release(order, at: time, &desk)
  }
}
