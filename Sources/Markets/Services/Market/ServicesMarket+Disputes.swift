import Community
import EventKernel
import Lifecycle
import Quantities

// What happens after the work: reviews, which administrators publish, and disputes, during which reviews are
// hidden.
extension ServicesMarket {
  /// Lets the client of the kept appointment with index `number` write a review, if they do.
  mutating func review(_ number: Int, at time: Milliseconds, _ desk: inout Desk) {
    guard agency.conduct.reviews.probability > 0 else { return }
    let appointment = appointments[number]
    guard let stars = agency.stars(for: appointment) else { return }
    let keys = (job: key(of: appointment.job), provider: key(of: appointment.provider))
    let verdict = agency.moderation?.take(request: keys.job, by: keys.provider, at: time)
    let due = verdict?.way.decided ?? time.saturatingAdd(agency.conduct.reviews.moderationDelay)
    let place = Int32(reviews.count)
    appointments[number].review = place
    reviews.append(
      Review(
        job: appointment.job, provider: appointment.provider, appointment: Int32(number), written: time,
        due: due, stars: stars, verdict: verdict))
    if verdict?.isRejected != true { desk.schedule(.show(place), at: due) }
  }

  /// Publishes the review with index `number`, unless the work is disputed: then it is published after the
  /// decision.
  mutating func show(_ number: Int32, at time: Milliseconds, _ desk: inout Desk) {
    let review = reviews[Int(number)]
    if appointments[Int(review.appointment)].dispute?.isOpen(at: time) == true { return }
    reviews[Int(number)].shown = time
    providerRecords[review.provider].reviews += 1
    agency.reputation.show(stars: review.stars, for: review.provider)
    desk.note(.reviewShown, provider: review.provider, request: review.job)
  }

  /// Draws whether the client disputes the work of the kept appointment with index `number`.
  mutating func drawDispute(_ number: Int, at time: Milliseconds, _ desk: inout Desk) {
    guard agency.conduct.disputes != nil,
      let dispute = agency.dispute(about: appointments[number], at: time)
    else { return }
    appointments[number].dispute = dispute
    desk.schedule(.dispute(Int32(number)), at: dispute.opens)
    desk.schedule(.decide(Int32(number)), at: dispute.decided)
  }

  /// Hides the review of work that is disputed from now on.
  mutating func openDispute(_ number: Int32, at time: Milliseconds, _ desk: inout Desk) {
    let appointment = appointments[Int(number)]
    desk.note(.disputed, provider: appointment.provider, request: appointment.job)
    settle(appointment.job, success: false, at: time, &desk)
    guard appointment.review >= 0, reviews[Int(appointment.review)].shown != nil else { return }
    reviews[Int(appointment.review)].shown = nil
    providerRecords[appointment.provider].reviews -= 1
    agency.reputation.hide(stars: reviews[Int(appointment.review)].stars, for: appointment.provider)
  }

  /// Refunds the payment if the decision says so, and publishes the review if it is due.
  mutating func decideDispute(_ number: Int32, at time: Milliseconds, _ desk: inout Desk) {
    let appointment = appointments[Int(number)]
    desk.note(.disputeDecided, provider: appointment.provider, request: appointment.job)
    if appointment.dispute?.refunds == true {
      agency.refund(appointment.charge, appointment.job, by: appointment.provider, at: time)
      schedule(features.refunded(appointment.provider, at: time), of: appointment.provider, &desk)
    }
    // A review that is due in this same millisecond is published by its own step.
    if appointment.review >= 0, reviews[Int(appointment.review)].due < time,
      reviews[Int(appointment.review)].verdict?.isRejected != true
    {
      show(appointment.review, at: time, &desk)
    }
  }
}
