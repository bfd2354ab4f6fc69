import Community
import Lifecycle
import Quantities

/// The course of photos: looked at before the line, sent back, complained about behind it.
extension OrdersMarket {
  /// The photo of a paid order comes at `time`: somebody looks at it, or its cards go into the line.
  mutating func receivePhoto(of order: OrderIndex, at time: Milliseconds, _ desk: inout Desk) {
    guard photos.receive(order, at: time) else {
      desk.schedule(.entry(order), at: gate.entry(ofPaidAt: time))
      return
    }
    schedulePhotoLine(&desk)
  }

  /// A person is done with a photo, or an opening has come.
  mutating func lookAtPhotos(_ step: ProductionLine.Step, at time: Milliseconds, _ desk: inout Desk) {
    photos.line.perform(step, at: time.rawValue)
    let order = photos.line.finished
    photos.line.finished = .none
    schedulePhotoLine(&desk)
    // Who has cancelled meanwhile is told nothing.
    guard order != .none, desk.phase(of: order) == .matched else { return }
    switch photos.judge(order, at: time) {
    case .passed: desk.schedule(.entry(order), at: gate.entry(ofPaidAt: time))
    case .rejected(let span):
      let word = tell(.photoRejection, of: order, at: time)
      if let word, word.arrives == nil {
        desk.schedule(.photoUnread(order), at: word.left)
      } else {
        desk.schedule(.photoAnswer(order), at: (word?.arrives ?? time).saturatingAdd(span))
      }
    }
  }

  private mutating func schedulePhotoLine(_ desk: inout Desk) {
    for (time, step) in photos.line.scheduled { desk.schedule(.photo(step), at: Milliseconds(time)) }
    photos.line.scheduled.removeAll(keepingCapacity: true)
    photos.line.begun.removeAll(keepingCapacity: true)
  }

  /// The customer sends another photo, and the promise rests as long as that took; or gives up.
  mutating func answerForPhoto(of order: OrderIndex, at time: Milliseconds, _ desk: inout Desk) {
    guard desk.phase(of: order) == .matched else { return }
    let (gaveUp, span) = photos.answer(order, at: time)
    guard gaveUp else {
      desk.records.requests[order].promised = desk.records.requests[order].promised?.saturatingAdd(span)
      receivePhoto(of: order, at: time, &desk)
      return
    }
    giveUpPhoto(of: order, because: .photoRejected, at: time, &desk)
  }

  /// The order is cancelled because no other photo comes, and its credits come back.
  mutating func giveUpPhoto(
    of order: OrderIndex, because cause: OrderCause, at time: Milliseconds, _ desk: inout Desk
  ) {
    till.settle(until: time)
    desk.records.requests[order].paid -= till.release(order, at: time)
    desk.note(.requesterLeft, request: order)
    desk.end(order, .cancelledByCustomer, cause, at: time)
    settle(order, success: false, at: time)
  }

  /// The order's last card left at `time`: who got a bad photo may complain, once the last card has come.
  mutating func awaitComplaint(about order: OrderIndex, at time: Milliseconds, _ desk: inout Desk) {
    guard let delay = photos.complaintDelay(of: order) else { return }
    let cards = deliveries.suffix(postalLeg == nil ? 0 : Int(world.orders[order].recipients))
    let came = cards.reduce(time) { max($0, $1.delivered) }
    desk.schedule(.complaint(order), at: came.saturatingAdd(delay))
  }
}
