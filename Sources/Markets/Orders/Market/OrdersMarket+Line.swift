import Community
import Lifecycle
import Quantities

/// The agreement: a place in the line and a promised end, which the last card keeps or not.
extension OrdersMarket {
  mutating func commit(
    _ order: OrderIndex, to line: LineIndex, at time: Milliseconds, _ desk: inout Desk
  ) -> Commitment<OrderCause> {
    desk.records.requests[order].promised = time.saturatingAdd(world.line.promise)
    desk.records.requests[order].paidBy = desk[lastAttemptOf: order].payment.paidBy
    desk.records.requests[order].campaign = desk[lastAttemptOf: order].payment.campaign
    desk.records.requests[order].byCampaign = desk[lastAttemptOf: order].payment.byCampaign
    desk.records.requests[order].told =
      tell(.confirmation, of: order, at: time).map { $0.arrives ?? .never } ?? time
    if !world.promotions.isEmpty || world.referral != nil {
      till.settle(until: time)
      till.play(order, at: time)
      if world.referral != nil { till.rewardPayment(of: order, at: time) }
    }
    if hasPhotos {
      receivePhoto(of: order, at: time, &desk)
    } else {
      desk.schedule(.entry(order), at: gate.entry(ofPaidAt: time))
    }
    return .kept(span: world.line.cancelSpan)
  }

  mutating func undo(
    _ order: OrderIndex, with line: LineIndex, because reason: Cancellation, at time: Milliseconds,
    _ desk: inout Desk
  ) {
    till.settle(until: time)
    desk.records.requests[order].paid -= till.release(order, at: time)
    let entered = desk.records.requests[order].entered
    if entered != .never {
      let wasWaiting = self.line.remove(order, enteredAt: entered.rawValue, at: time.rawValue)
      precondition(wasWaiting, "nobody cancels what has begun")
    } else if hasPhotos {
      photos.remove(order, at: time)
    }
  }

  mutating func take(_ step: Step, at time: Milliseconds, _ desk: inout Desk) {
    switch step {
    case .entry(let order):
      // Who has cancelled meanwhile does not come.
      guard desk.phase(of: order) == .matched else { return }
      desk.records.requests[order].entered = time
      desk.note(.entered, provider: .line, request: order)
      line.enter(order, cards: world.orders[order].recipients, at: time.rawValue)
    case .line(let step): line.perform(step, at: time.rawValue)
    case .givingUp(let order): giveUp(order, at: time, &desk)
    case .photo(let step): lookAtPhotos(step, at: time, &desk)
    case .photoAnswer(let order): answerForPhoto(of: order, at: time, &desk)
    case .photoUnread(let order):
      if desk.phase(of: order) == .matched { giveUpPhoto(of: order, because: .undelivered, at: time, &desk) }
    case .complaint(let order):
      photos.complain(order, at: time)
      settle(order, success: false, complaint: true, at: time)
      desk.schedule(.reprint(order), at: gate.entry(ofPaidAt: time))
    case .reprint(let order): line.enter(order, cards: world.orders[order].recipients, at: time.rawValue)
    }
    for (time, step) in line.scheduled { desk.schedule(.line(step), at: Milliseconds(time)) }
    line.scheduled.removeAll(keepingCapacity: true)
    if !line.begun.isEmpty { begin(at: time, &desk) }
    if line.finished != .none { finish(line.finished, at: time, &desk) }
  }

  private mutating func begin(at time: Milliseconds, _ desk: inout Desk) {
    till.settle(until: time)
    // The credits of a reprint were used the first time.
    for order in line.begun where desk.records.requests[order].begun == .never {
      till.use(order, at: time)
      desk.begin(order, at: time)
      desk.records.requests[order].begun = time
      desk.note(.begun, provider: .line, request: order)
    }
    line.begun.removeAll(keepingCapacity: true)
  }

  private mutating func finish(_ order: OrderIndex, at time: Milliseconds, _ desk: inout Desk) {
    line.finished = .none
    guard desk.records.requests[order].finished == .never else {
      photos.reprint(order, at: time)
      return
    }
    desk.records.requests[order].finished = time
    desk.records.requests[order].wait = line.meanWait(of: order)
    let isKept = desk.records.requests[order].promised.map { time <= $0 } ?? false
    desk.end(order, isKept ? .kept : .late, nil, at: time)
    desk.note(.finished, provider: .line, request: order)
    settle(order, success: isKept, at: time)
    tell(.handOver, of: order, at: time)
    if let postalLeg {
      let (row, countries) = (world.orders[order], world.namedCountries)
      let named = countries[Int(row.countries.lowerBound)..<Int(row.countries.upperBound)]
      deliveries += postalLeg.deliveries(of: row, at: order, named: named, handedAt: time)
    }
    if hasPhotos { awaitComplaint(about: order, at: time, &desk) }
  }

  mutating func close(at end: Milliseconds, _ desk: inout Desk) {
    till.settle(until: end)
    line.measure(until: end.rawValue)
    line.audit(at: end.rawValue)
    photos.line.measure(until: end.rawValue)
    photos.line.audit(at: end.rawValue)
  }
}
