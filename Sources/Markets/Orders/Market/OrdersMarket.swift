import Community
import Lifecycle
import Quantities
import Statistics

/// The orders market: a request is an order, and the only provider is the line, which accepts every paid order. An
/// attempt is an attempt to pay; the agreement is a place in the line and a promised completion time.
struct OrdersMarket: Market, ~Copyable {
  typealias RequestIndex = OrderIndex
  typealias Provider = LineIndex
  typealias RequestRecord = OrderRecord
  typealias AttemptRecord = PaymentAttempt
  typealias EventRecord = OrderEvent

  /// A scheduled step.
  enum Step: BitwiseCopyable {
    /// A paid order enters the first station.
    case entry(OrderIndex)
    case line(ProductionLine.Step)
    /// The customer gives up a draft, or an order that first requires an account or a corrected address.
    case givingUp(OrderIndex)
    case photos(PhotoDesk.Step)
  }

  var core: OrdersCore
  var features: OrdersFeatures
  /// Whether the customer of each order continues without the entered codes.
  var dropsCodes: [Bool]

  init(_ setup: OrdersSetup, random: RandomSource) {
    core = OrdersCore(setup, random: random)
    features = OrdersFeatures(setup, random: random)
    dropsCodes = Array(repeating: false, count: setup.orders.count)
  }

  // MARK: - Who takes part

  var requestCount: Int { core.setup.orders.count }
  var providerCount: Int { 1 }
  func refusal(of order: OrderIndex) -> OrderCause? { core.setup.orders[order].refusal }
  func submission(of order: OrderIndex) -> Milliseconds { core.setup.orders[order].submit }
  func patience(of order: OrderIndex) -> Milliseconds { core.setup.orders[order].patience }
  func isProbe(_ order: OrderIndex) -> Bool { core.setup.orders[order].isProbe }
  func key(of order: OrderIndex) -> UInt64 { core.key(of: order) }
  func key(of line: LineIndex) -> UInt64 { 0 }

  // MARK: - Coming

  /// Returns the time of the first attempt to pay, once the draft is finished and the account open; if the customer
  /// gives up before, schedules that instead.
  mutating func receive(_ order: OrderIndex, at time: Milliseconds, _ desk: inout Desk) -> Reception {
    if core.customers.hasLeft(core.setup.orders[order].account) {
      desk.end(order, .notSubmitted, .leftService, at: time)
      return .over
    }
    let (delay, givesUp) = (core.setup.orders[order].delay, core.setup.orders[order].givesUp)
    guard givesUp == nil else {
      desk.schedule(.givingUp(order), at: time.saturatingAdd(delay))
      return .over
    }
    return delay > .zero ? .later(time.saturatingAdd(delay)) : .now
  }

  mutating func giveUp(_ order: OrderIndex, at time: Milliseconds, _ desk: inout Desk) {
    guard desk.isOpen(order) else { return }
    desk.note(.requesterLeft, request: order)
    desk.end(order, .abandoned, core.setup.orders[order].givesUp, at: time)
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
    dropsCodes[Int(call.request)] = draws.happens(
      withProbability: core.setup.fields.payment.dropCodeProbability)
  }

  mutating func hold(
    _ order: OrderIndex, with line: LineIndex, at time: Milliseconds, _ desk: inout Desk
  ) {
    desk.records.requests[order].paid += core.till.pay(
      desk[lastAttemptOf: order].payment, for: order, at: time)
  }

  /// Ends the agreement: the held credits are returned and a payment by bank card is refunded; the customer keeps
  /// bought packs and redeemed codes.
  mutating func release(
    _ order: OrderIndex, from line: LineIndex, because reason: OfferFailure, at time: Milliseconds,
    _ desk: inout Desk
  ) {
    core.release(order, at: time, &desk)
  }
}

/// The agreement: a place in the line and a promised completion time, kept or missed when the last card leaves.
extension OrdersMarket {
  mutating func commit(
    _ order: OrderIndex, to line: LineIndex, at time: Milliseconds, _ desk: inout Desk
  ) -> Commitment<OrderCause> {
    desk.records.requests[order].promised = time.saturatingAdd(core.setup.fields.line.promise)
    desk.records.requests[order].paidBy = desk[lastAttemptOf: order].payment.paidBy
    if let free = core.till.free?.credits(of: order) { noteFreeCredits(free, of: order, &desk) }
    desk.records.requests[order].campaign = desk[lastAttemptOf: order].payment.campaign
    desk.records.requests[order].byCampaign = desk[lastAttemptOf: order].payment.byCampaign
    desk.records.requests[order].told =
      core.tell(.confirmation, of: order, at: time).map { $0.arrives ?? .never } ?? time
    if !core.setup.fields.promotions.isEmpty || core.setup.fields.referral != nil {
      core.till.settle(until: time)
      core.till.play(order, at: time)
      if core.setup.fields.referral != nil { core.till.rewardPayment(of: order, at: time) }
    }
    if !features.keepsBack(order, at: time, &core, &desk) { core.send(order, at: time, &desk) }
    return .kept(span: core.setup.fields.line.cancelSpan)
  }

  /// Records that `order` is paid with `credits` free credits. If they cover all recipients for whom no campaign pays,
  /// they are the order's means of payment.
  private func noteFreeCredits(_ credits: Int64, of order: OrderIndex, _ desk: inout Desk) {
    desk.records.requests[order].freeCredits = credits
    let payment = desk[lastAttemptOf: order].payment
    let own = Int64(core.setup.orders[order].recipients) - payment.byCampaign
    if payment.paidBy == .credits, credits == own { desk.records.requests[order].paidBy = .promotion }
  }

  mutating func undo(
    _ order: OrderIndex, with line: LineIndex, because reason: Cancellation, at time: Milliseconds,
    _ desk: inout Desk
  ) {
    core.release(order, at: time, &desk)
    let entered = desk.records.requests[order].entered
    if entered != .never {
      let wasWaiting = core.line.remove(order, enteredAt: entered.rawValue, at: time.rawValue)
      precondition(wasWaiting, "nobody cancels what has begun")
    } else {
      features.cancelled(order, at: time)
    }
  }

  mutating func take(_ step: Step, at time: Milliseconds, _ desk: inout Desk) {
    switch step {
    case .entry(let order):
      // An order cancelled in the meantime does not enter.
      guard desk.phase(of: order) == .matched else { return }
      desk.records.requests[order].entered = time
      desk.note(.entered, provider: .line, request: order)
      core.enter(order, at: time)
    case .line(let step): core.line.perform(step, at: time.rawValue)
    case .givingUp(let order): giveUp(order, at: time, &desk)
    default: features.take(step, at: time, &core, &desk)
    }
    for (time, step) in core.line.scheduled { desk.schedule(.line(step), at: Milliseconds(time)) }
    core.line.scheduled.removeAll(keepingCapacity: true)
    if !core.line.begun.isEmpty { begin(at: time, &desk) }
    if core.line.finished != .none { finish(core.line.finished, at: time, &desk) }
  }

  private mutating func begin(at time: Milliseconds, _ desk: inout Desk) {
    core.till.settle(until: time)
    // The credits of a reprint were used the first time.
    for order in core.line.begun where desk.records.requests[order].begun == .never {
      core.till.use(order, at: time)
      desk.begin(order, at: time)
      desk.records.requests[order].begun = time
      desk.note(.begun, provider: .line, request: order)
    }
    core.line.begun.removeAll(keepingCapacity: true)
  }

  private mutating func finish(_ order: OrderIndex, at time: Milliseconds, _ desk: inout Desk) {
    core.line.finished = .none
    guard desk.records.requests[order].finished == .never else {
      features.reprinted(order, at: time)
      return
    }
    desk.records.requests[order].finished = time
    desk.records.requests[order].wait = core.line.meanWait(of: order)
    let isKept = desk.records.requests[order].promised.map { time <= $0 } ?? false
    desk.end(order, isKept ? .kept : .late, nil, at: time)
    desk.note(.finished, provider: .line, request: order)
    core.settle(order, success: isKept, at: time)
    core.tell(.handOver, of: order, at: time)
    features.finished(order, at: time, &core, &desk)
  }

  mutating func close(at end: Milliseconds, _ desk: inout Desk) {
    core.till.settle(until: end)
    core.line.measure(until: end.rawValue)
    core.line.audit(at: end.rawValue)
    features.close(at: end)
  }
}
