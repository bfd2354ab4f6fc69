import Community
import Lifecycle
import Quantities

/// The agreement: a place in the line and a promised completion time, which the last card keeps or misses.
extension OrdersMarket {
  mutating func commit(
    _ order: OrderIndex, to line: LineIndex, at time: Milliseconds, _ desk: inout Desk
  ) -> Commitment<OrderCause> {
    desk.records.requests[order].promised = time.saturatingAdd(core.world.line.promise)
    desk.records.requests[order].paidBy = desk[lastAttemptOf: order].payment.paidBy
    if let free = core.till.free?.credits(of: order) { noteFreeCredits(free, of: order, &desk) }
    desk.records.requests[order].campaign = desk[lastAttemptOf: order].payment.campaign
    desk.records.requests[order].byCampaign = desk[lastAttemptOf: order].payment.byCampaign
    desk.records.requests[order].told =
      core.tell(.confirmation, of: order, at: time).map { $0.arrives ?? .never } ?? time
    if !core.world.promotions.isEmpty || core.world.referral != nil {
      core.till.settle(until: time)
      core.till.play(order, at: time)
      if core.world.referral != nil { core.till.rewardPayment(of: order, at: time) }
    }
    if !features.keepsBack(order, at: time, &core, &desk) { core.send(order, at: time, &desk) }
    return .kept(span: core.world.line.cancelSpan)
  }

  /// Notes that `order` is paid with so many `credits` that were given: with nothing else, if they are for all recipients that no
  /// campaign pays for.
  private func noteFreeCredits(_ credits: Int64, of order: OrderIndex, _ desk: inout Desk) {
    desk.records.requests[order].freeCredits = credits
    let payment = desk[lastAttemptOf: order].payment
    let own = Int64(core.world.orders[order].recipients) - payment.byCampaign
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
