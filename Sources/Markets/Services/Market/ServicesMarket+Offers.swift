import Community
import EventKernel
public import Lifecycle
public import Quantities
import Statistics

extension ServicesMarket {
  public mutating func decide(_ call: Call, _ desk: inout Desk) -> JobAttempt {
    let start = desk.beginDecision()
    let finding = agency.search(call.request, at: call.time, excluded: call.excluded)
    let (random, id) = (agency.random, key(of: call.request))
    let chosen = finding.choice(
      agency.rules.choice, random.stream(.providerChoice, id, UInt64(call.cycle), UInt64(call.attempt)))
    var record = JobAttempt(call, funnel: finding.funnel)
    record.decisionNanoseconds = desk.endDecision(start)
    if !isProbe(call.request) {
      for candidate in finding.candidates { providerRecords[candidate.provider].impressions += 1 }
    }
    if let chosen {
      record.provider = chosen.provider
      record.start = Milliseconds(chosen.slot.start)
      record.end = Milliseconds(chosen.slot.end)
      record.way = Milliseconds(chosen.slot.way)
      record.stretch = chosen.slot.stretch
      record.charge = chosen.charge
      record.score = chosen.score
      record.rating = agency.reputation.shownRating(of: chosen.provider)
    } else {
      record.cause = finding.funnel.emptied?.cause
    }
    standInLine(record, at: call.time, &desk)
    return record
  }

  public mutating func hold(
    _ job: JobIndex, with provider: ProviderIndex, at time: Milliseconds, _ desk: inout Desk
  ) {
    let offer = desk[lastAttemptOf: job]
    providerRecords[provider].offers += 1
    agency.promise(offer.charge, for: job)
    agency.states[Int(provider)].insert(
      Booking(
        job: job, state: .held, start: offer.start.rawValue, end: offer.end.rawValue,
        stretch: offer.stretch, place: agency.jobs[job].place))
    messenger?.offer(job, to: provider, thinking: desk.rules.answerDelay, at: time)
    wakeLine(after: job, at: time, &desk)
  }

  public mutating func release(
    _ job: JobIndex, from provider: ProviderIndex, because reason: OfferFailure, at time: Milliseconds,
    _ desk: inout Desk
  ) {
    if reason == .declined { providerRecords[provider].declines += 1 }
    agency.promise(-desk[lastAttemptOf: job].charge, for: job)
    agency.states[Int(provider)].remove(job)
    wakeLine(for: provider, at: time, &desk)
  }

  public mutating func commit(
    _ job: JobIndex, to provider: ProviderIndex, at time: Milliseconds, _ desk: inout Desk
  ) -> Commitment<JobCause> {
    let offer = desk[lastAttemptOf: job]
    if isClosed(provider, at: time) { return .lapsed(.accountClosed) }
    let number = Int32(appointments.count)
    var appointment = Appointment(
      job: job, provider: provider, cycle: offer.cycle, confirmed: time, start: offer.start,
      end: offer.end, charge: offer.charge)
    if agency.conduct.mayFail { drawAbsences(&appointment) }
    appointment.told = messenger?.send(.confirmation, of: job, at: time) ?? time
    desk.records.requests[job].appointment = number
    desk.setPatience(of: job, until: nil)
    agency.states[Int(provider)].setState(
      appointment.providerStaysAway ? .missed : .confirmed, of: job)
    if appointment.providerStaysAway { desk.schedule(.miss(number), at: offer.start) }
    appointments.append(appointment)
    providerRecords[provider].appointments += 1
    plan(provider, at: time, &desk)
    return .kept(span: offer.start - time)
  }

  public mutating func undo(
    _ job: JobIndex, with provider: ProviderIndex, because reason: Cancellation, at time: Milliseconds,
    _ desk: inout Desk
  ) {
    let number = Int(desk.records.requests[job].appointment)
    agency.promise(-appointments[number].charge, for: job)
    switch reason {
    case .byRequester: appointments[number].outcome = .cancelledByClient
    case .byProvider where appointments[number].outcome == .inProgress:
      appointments[number].outcome = .cancelledByProvider
      providerRecords[provider].cancelled += 1
    case .byProvider: break
    }
    desk.records.requests[job].appointment = -1
    if reason == .byProvider, agency.jobs[job].patience != .never {
      desk.setPatience(of: job, until: time.saturatingAdd(agency.jobs[job].patience))
    }
    if agency.states[Int(provider)].head == job, agency.isUnderWay(provider, at: time) {
      agency.states[Int(provider)].callOff(job, work: agency.jobs[job].estimate)
      wakeLine(for: provider, at: time, &desk)
    } else {
      free(provider, of: job, at: time, &desk)
    }
  }

  /// Draws whether the provider and the client will stay away, and whether the client leaves if kept waiting. This is
  /// done at confirmation, so that later events have no influence.
  private func drawAbsences(_ appointment: inout Appointment) {
    let conduct = agency.conduct
    var draws = agency.random.stream(
      .appointment, key(of: appointment.job), key(of: appointment.provider), UInt64(appointment.cycle))
    appointment.providerStaysAway = draws.happens(withProbability: conduct.providerNoShow)
    appointment.clientStaysAway = draws.happens(withProbability: conduct.clientNoShow)
    appointment.clientLeavesWhenLate = draws.happens(withProbability: conduct.leaveWhenLate)
  }
}

/// The waiting queue: a job that found no provider with free time waits, first come, first served, until a suitable
/// provider becomes free, the job's window closes, or the client leaves.
extension ServicesMarket {
  public func waits(_ job: JobIndex, because cause: JobCause?) -> Bool { line != nil && cause == .noFreeTime }

  /// Adds the job of `attempt` to the queue if no provider had free time.
  mutating func standInLine(_ attempt: JobAttempt, at time: Milliseconds, _ desk: inout Desk) {
    guard line != nil else { return }
    line?.remove(attempt.job)
    guard attempt.provider == .none else { return }
    if attempt.cause == .noFreeTime, !agency.jobs[attempt.job].isProbe {
      line?.add(attempt.job)
      if let alarm = agency.nextChance(for: attempt.job, after: time) {
        desk.scheduleAttempt(of: attempt.job, at: alarm)
      }
    }
    wakeLine(after: attempt.job, at: time, &desk)
  }

  /// Schedules an attempt of the first waiting job that `provider` could do, if there is one.
  mutating func wakeLine(for provider: ProviderIndex, at time: Milliseconds, _ desk: inout Desk) {
    guard line != nil, agency.isFound[Int(provider)] else { return }
    // If only providers who can set out at once are booked, others need not be checked.
    if agency.rules.bookAhead == .zero, !agency.states[Int(provider)].calendar.isEmpty { return }
    // The queue is moved out while it is scanned, since it is part of the same market as the agency.
    guard var line = line.take() else { return }
    let job = line.first(
      waits: { desk.phase(of: $0) == .searching },
      fits: { agency.fits(provider, $0, at: time, excluded: desk.excluded(by: $0)) })
    if let job { line.call(job, for: provider) }
    self.line = line
    guard let job else { return }
    desk.scheduleAttempt(of: job, at: time)
  }

  /// Continues with the next waiting job for the same provider, if the attempt of `job` was prompted by one.
  mutating func wakeLine(after job: JobIndex, at time: Milliseconds, _ desk: inout Desk) {
    guard let provider = line?.endCall(of: job) else { return }
    wakeLine(for: provider, at: time, &desk)
  }
}
