import Community
import EventKernel
public import Lifecycle
public import Quantities

// Ends of days, and returning users: clients leave after jobs that came to nothing, providers after days without
// work.
extension ServicesMarket {
  /// If returning users are simulated, records whether `job` was served successfully; the client may leave as a result.
  mutating func settle(_ job: JobIndex, success: Bool, at time: Milliseconds, _ desk: inout Desk) {
    let (user, key) = (agency.jobs[job].user, key(of: job))
    guard user != .none, departures?.settle(user, success: success, job: key, at: time) == true else {
      return
    }
    if let provider = departures?.setup.provider(user) {
      close(provider, at: time, &desk)
    } else {
      desk.note(.clientGone, request: job)
      withdrawJobs(of: user, at: time, &desk)
    }
  }

  /// Records as a failure that `job` was not served. Has no effect if the client cancelled it, since the service did
  /// not fail them.
  public mutating func lose(_ job: JobIndex, at time: Milliseconds, _ desk: inout Desk) {
    if desk.records.requests[job].cause != .calledOff { settle(job, success: false, at: time, &desk) }
  }

  /// Ends a day at midnight: if due, providers are paid out and balances decay. Some providers without work leave.
  mutating func endDay(at midnight: Milliseconds, _ desk: inout Desk) {
    let day = (midnight.rawValue + sinceMidnight) / UserDays.length.rawValue
    if let days = agency.settlement.payoutDays, day % days == 0 { agency.payOut(at: midnight) }
    if let decay = agency.settlement.decay, day % decay.days == 0 { agency.decayCredits(at: midnight) }
    if departures?.countsDays == true { endDay(UInt64(day), at: midnight, &desk) }
    if midnight < lastSubmission { desk.schedule(.endDay, at: midnight + UserDays.length) }
  }

  /// Records the day as a success or failure of each provider who was findable throughout it and had working hours.
  private mutating func endDay(_ day: UInt64, at midnight: Milliseconds, _ desk: inout Desk) {
    let begin = midnight - UserDays.length
    for provider in agency.providers.places where agency.isFound[Int(provider)] {
      let input = agency.providers[provider]
      let hours = input.hours.work(
        from: begin.rawValue, to: midnight.rawValue, monday: agency.slotSearch.timetables.monday)
      guard max(input.registered, input.validated) <= begin, hours > 0 else { continue }
      let (key, hasPlans) = (key(of: provider), !agency.states[Int(provider)].calendar.isEmpty)
      let leaves = departures?.endDay(
        of: provider, hasPlans: hasPlans, from: begin, at: midnight, keys: (key, day))
      if leaves == true { close(provider, at: midnight, &desk) }
    }
  }

  /// Schedules the end of the first day, if anything is due at midnight.
  func scheduleFirstMidnight(_ desk: inout Desk) {
    let settlement = agency.settlement
    guard departures?.countsDays == true || settlement.payoutDays != nil || settlement.decay != nil else {
      return
    }
    desk.schedule(.endDay, at: UserDays.length - Milliseconds(sinceMidnight))
  }

  /// The milliseconds from the last midnight to the start of the run.
  private var sinceMidnight: Int64 { -agency.slotSearch.timetables.monday % UserDays.length.rawValue }

  var lastSubmission: Milliseconds { agency.jobs.lazy.map(\.submit).max() ?? .zero }
}

/// The effects of messages: the service learns of a job when its request arrives, an offer lasts as long as its
/// exchange of messages, and a client who has not received the confirmation expects nobody.
extension ServicesMarket {
  public mutating func receive(_ job: JobIndex, at time: Milliseconds, _ desk: inout Desk) -> Reception {
    let user = agency.jobs[job].user
    if user != .none, departures?.hasLeft(user) == true {
      desk.end(job, .notSubmitted, .leftService, at: time)
      return .over
    }
    if agency.jobs[job].client != .none, features.hasClosed(agency.jobs[job].client) {
      desk.end(job, .notSubmitted, .accountClosed, at: time)
      return .over
    }
    guard !isProbe(job) else { return .now }
    let hold = features.hold(on: job)
    guard messenger != nil else { return wait(job, for: hold, from: time, at: time, &desk) }
    let arrival = messenger?.send(.request, of: job, at: time) ?? time
    guard arrival != .never else {
      desk.end(job, .unmatched, .undelivered, at: time)
      settle(job, success: false, at: time, &desk)
      return .over
    }
    return wait(job, for: hold, from: arrival, at: time, &desk)
  }

  /// Returns when the search for `job` starts: at the arrival of its request or at the end of `hold`, whichever is
  /// later. If `hold` ends with a refusal, schedules that instead.
  private mutating func wait(
    _ job: JobIndex, for hold: JobHold?, from arrival: Milliseconds, at time: Milliseconds, _ desk: inout Desk
  ) -> Reception {
    let start = max(arrival, hold?.end ?? arrival)
    guard hold?.refusal != nil else { return start > time ? .later(start) : .now }
    if start > time {
      desk.schedule(.refuse(job), at: start)
    } else {
      refuse(job, at: time, &desk)
    }
    return .over
  }

  /// Ends `job` because the service refuses its client's identity.
  mutating func refuse(_ job: JobIndex, at time: Milliseconds, _ desk: inout Desk) {
    desk.end(job, .unmatched, .clientUnverified, at: time)
  }

  @inline(__always)
  public func answerDelay(
    of provider: ProviderIndex, to job: JobIndex, cycle: Int32, _ rules: Rules
  ) -> Milliseconds {
    guard messenger != nil else { return rules.answerDelay }
    return messenger?.exchange(of: job)?.delay ?? rules.answerDelay
  }

  @inline(__always)
  public func silence(of provider: ProviderIndex, to job: JobIndex) -> Silence<JobCause>? {
    messenger == nil ? nil : silence(about: job)
  }

  private func silence(about job: JobIndex) -> Silence<JobCause>? {
    switch messenger?.exchange(of: job)?.end {
    case .undelivered: Silence(.undelivered, because: .undelivered)
    case .unanswered: Silence(.unanswered, because: .unanswered)
    case .answered, nil: nil
    }
  }
}

// What happens after the work: reviews, which administrators publish, and disputes, during which reviews are
// hidden.
extension ServicesMarket {
  /// Draws whether the client of the kept appointment with index `number` writes a review, and schedules its
  /// publication.
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

  /// Publishes the review with index `number`. If the work is disputed, the review is published after the decision
  /// instead.
  mutating func show(_ number: Int32, at time: Milliseconds, _ desk: inout Desk) {
    let review = reviews[Int(number)]
    if appointments[Int(review.appointment)].dispute?.isOpen(at: time) == true { return }
    reviews[Int(number)].shown = time
    providerRecords[review.provider].reviews += 1
    agency.reputation.show(stars: review.stars, for: review.provider)
    desk.note(.reviewShown, provider: review.provider, request: review.job)
  }

  /// Draws whether the client disputes the work of the kept appointment with index `number`, and schedules the dispute
  /// and the decision.
  mutating func drawDispute(_ number: Int, at time: Milliseconds, _ desk: inout Desk) {
    guard agency.conduct.disputes != nil,
      let dispute = agency.dispute(about: appointments[number], at: time)
    else { return }
    appointments[number].dispute = dispute
    desk.schedule(.dispute(Int32(number)), at: dispute.opens)
    desk.schedule(.decide(Int32(number)), at: dispute.decided)
  }

  /// Opens the dispute about the appointment with index `number`, and hides the review if it has been published.
  mutating func openDispute(_ number: Int32, at time: Milliseconds, _ desk: inout Desk) {
    let appointment = appointments[Int(number)]
    desk.note(.disputed, provider: appointment.provider, request: appointment.job)
    settle(appointment.job, success: false, at: time, &desk)
    guard appointment.review >= 0, reviews[Int(appointment.review)].shown != nil else { return }
    reviews[Int(appointment.review)].shown = nil
    providerRecords[appointment.provider].reviews -= 1
    agency.reputation.hide(stars: reviews[Int(appointment.review)].stars, for: appointment.provider)
  }

  /// Decides the dispute about the appointment with index `number`: refunds the payment if so decided, and publishes
  /// the review if it is due.
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
