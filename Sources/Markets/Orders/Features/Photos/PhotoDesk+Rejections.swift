import Community
import Lifecycle
import Quantities
import Statistics

/// Photos in a run: checks and rejections before the line, and complaints after it.
extension PhotoDesk: OrdersFeature {
  /// An event concerning a photo after its receipt.
  enum Step: BitwiseCopyable {
    /// A person finishes checking a photo, or working hours begin.
    case check(ProductionLine.Step)
    /// The customer of a rejected photo sends another or gives up.
    case answer(OrderIndex)
    /// The message that a photo was rejected could not be delivered.
    case unread(OrderIndex)
    /// A customer complains about cards printed from a bad photo.
    case complaint(OrderIndex)
    /// The cards of an order enter the first station again after a complaint.
    case reprint(OrderIndex)
  }

  /// Receives the photo of a paid order, and returns whether the order is held back for a check.
  mutating func keepsBack(
    _ order: OrderIndex, at time: Milliseconds, _ core: inout OrdersCore, _ desk: inout OrdersMarket.Desk
  ) -> Bool {
    guard receive(order, at: time) else { return false }
    scheduleChecks(&desk)
    return true
  }

  mutating func cancelled(_ order: OrderIndex, at time: Milliseconds) { remove(order, at: time) }

  /// Draws whether and when the customer complains about a bad photo, once the last card has arrived.
  mutating func finished(
    _ order: OrderIndex, at time: Milliseconds, arrival: inout Milliseconds, _ core: inout OrdersCore,
    _ desk: inout OrdersMarket.Desk
  ) {
    guard let delay = complaintDelay(of: order) else { return }
    desk.schedule(.photos(.complaint(order)), at: arrival.saturatingAdd(delay))
  }

  mutating func reprinted(_ order: OrderIndex, at time: Milliseconds) { reprint(order, at: time) }

  mutating func take(
    _ step: OrdersMarket.Step, at time: Milliseconds, _ core: inout OrdersCore,
    _ desk: inout OrdersMarket.Desk
  ) {
    guard case .photos(let step) = step else { return }
    switch step {
    case .check(let step): check(step, at: time, &core, &desk)
    case .answer(let order): takeAnswer(about: order, at: time, &core, &desk)
    case .unread(let order):
      if desk.phase(of: order) == .matched { core.cancel(order, because: .undelivered, at: time, &desk) }
    case .complaint(let order):
      complain(order, at: time)
      core.settle(order, success: false, complaint: true, at: time)
      desk.schedule(.photos(.reprint(order)), at: core.gate.entry(ofPaidAt: time))
    case .reprint(let order): core.enter(order, at: time)
    }
  }

  mutating func close(at end: Milliseconds) {
    line.measure(until: end.rawValue)
    line.audit(at: end.rawValue)
  }

  func leave(in records: inout OrdersRecords) {
    records.photos = self.records
    records.photos.reused = reuse?.sources ?? []
    records.photos.check = line.stations.first?.tally
  }

  /// Performs a step of the check: a person finishes checking a photo, or working hours begin.
  private mutating func check(
    _ step: ProductionLine.Step, at time: Milliseconds, _ core: inout OrdersCore,
    _ desk: inout OrdersMarket.Desk
  ) {
    line.perform(step, at: time.rawValue)
    let order = line.finished
    line.finished = .none
    scheduleChecks(&desk)
    // A customer who has cancelled in the meantime gets no message.
    guard order != .none, desk.phase(of: order) == .matched else { return }
    switch judge(order, at: time) {
    case .passed: core.send(order, at: time, &desk)
    case .rejected(let span):
      let word = core.tell(.photoRejection, of: order, at: time)
      if let word, word.arrives == nil {
        desk.schedule(.photos(.unread(order)), at: word.left)
      } else {
        desk.schedule(.photos(.answer(order)), at: (word?.arrives ?? time).saturatingAdd(span))
      }
    }
  }

  private mutating func scheduleChecks(_ desk: inout OrdersMarket.Desk) {
    for (time, step) in line.scheduled { desk.schedule(.photos(.check(step)), at: Milliseconds(time)) }
    line.scheduled.removeAll(keepingCapacity: true)
    line.begun.removeAll(keepingCapacity: true)
  }

  /// Handles the answer of a customer, who gives up or sends another photo; the promise is extended by the time they
  /// took.
  private mutating func takeAnswer(
    about order: OrderIndex, at time: Milliseconds, _ core: inout OrdersCore,
    _ desk: inout OrdersMarket.Desk
  ) {
    guard desk.phase(of: order) == .matched else { return }
    let (gaveUp, span) = answer(order, at: time)
    guard gaveUp else {
      desk.records.requests[order].promised = desk.records.requests[order].promised?.saturatingAdd(span)
      if !keepsBack(order, at: time, &core, &desk) { core.send(order, at: time, &desk) }
      return
    }
    core.cancel(order, because: .photoRejected, at: time, &desk)
  }
}
