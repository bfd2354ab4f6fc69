import Community
import Lifecycle
import Quantities

/// The course of photos: looked at before the line, sent back, complained about behind it.
extension PhotoDesk: OrdersFeature {
  /// What happens to a photo later.
  enum Step: BitwiseCopyable {
    /// Somebody is done with a photo, or begins to work.
    case check(ProductionLine.Step)
    /// The customer of a photo that was sent back sends another or gives up.
    case answer(OrderIndex)
    /// The word that a photo was sent back is lost for good.
    case unread(OrderIndex)
    /// A customer complains about cards printed from a bad photo.
    case complaint(OrderIndex)
    /// The cards of such an order come to the first station again.
    case reprint(OrderIndex)
  }

  /// The photo of a paid order comes: somebody looks at it, or its cards go into the line.
  mutating func keepsBack(
    _ order: OrderIndex, at time: Milliseconds, _ core: inout OrdersCore, _ desk: inout OrdersMarket.Desk
  ) -> Bool {
    guard receive(order, at: time) else { return false }
    scheduleChecks(&desk)
    return true
  }

  mutating func cancelled(_ order: OrderIndex, at time: Milliseconds) { remove(order, at: time) }

  /// Customers who got a bad photo may complain once the last card has come.
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

  /// A person is done with a photo, or an opening has come.
  private mutating func check(
    _ step: ProductionLine.Step, at time: Milliseconds, _ core: inout OrdersCore,
    _ desk: inout OrdersMarket.Desk
  ) {
    line.perform(step, at: time.rawValue)
    let order = line.finished
    line.finished = .none
    scheduleChecks(&desk)
    // Who has cancelled meanwhile is told nothing.
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

  /// The customer sends another photo, and the promise rests as long as that took; or gives up.
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
