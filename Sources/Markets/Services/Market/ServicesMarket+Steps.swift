import EventKernel
public import Lifecycle
public import Quantities
import Spaces

/// A step in the services market other than those of the job lifecycle.
@frozen
public enum ServicesStep: BitwiseCopyable, Sendable {
  /// A member signs up and receives the opening balance.
  case join(ProviderIndex)
  /// A provider stops accepting jobs.
  case leave(ProviderIndex)
  /// A provider closes the account.
  case close(ProviderIndex)
  /// A provider arrives at a job.
  case arrive(ProviderIndex)
  /// A provider finishes the work.
  case finish(ProviderIndex)
  /// The client of the appointment with the given index notices that the provider has not come.
  case miss(Int32)
  /// The review with the given index is published, unless the work is disputed.
  case show(Int32)
  /// The client of the appointment with the given index disputes the work.
  case dispute(Int32)
  /// The dispute about the appointment with the given index is decided.
  case decide(Int32)
  /// A day ends at midnight.
  case endDay
  /// A job ends because its client's identity is refused.
  case refuse(JobIndex)
  /// An administrator closes the account of a provider for the given cause.
  case sanction(ProviderIndex, SanctionCause)
}

extension ServicesMarket {
  public mutating func take(_ step: ServicesStep, at time: Milliseconds, _ desk: inout Desk) {
    switch step {
    case .join(let provider): agency.issue(to: provider, at: time)
    case .leave(let provider):
      agency.setFound(provider, false)
      desk.note(.providerGone, provider: provider)
    case .close(let provider):
      if departures?.hasLeft(provider) != true, !features.hasClosed(provider) {
        close(provider, at: time, &desk)
      }
    case .arrive(let provider): arrive(provider, at: time, &desk)
    case .finish(let provider): finish(provider, at: time, &desk)
    case .miss(let number): miss(number, at: time, &desk)
    case .show(let number): show(number, at: time, &desk)
    case .dispute(let number): openDispute(number, at: time, &desk)
    case .decide(let number): decideDispute(number, at: time, &desk)
    case .endDay: endDay(at: time, &desk)
    case .refuse(let job): if desk.isOpen(job) { refuse(job, at: time, &desk) }
    case .sanction(let provider, let cause): sanction(provider, because: cause, at: time, &desk)
    }
  }

  // MARK: - On the way

  /// Schedules the departure of the idle `provider` for the next appointment, as late as possible to arrive on time.
  mutating func plan(_ provider: ProviderIndex, at time: Milliseconds, _ desk: inout Desk) {
    let place = Int(provider)
    guard !agency.isUnderWay(provider, at: time) else { return }
    if let handle = nextStep[place] { desk.cancel(handle) }
    nextStep[place] = nil
    agency.states[place].head = .none
    guard let first = agency.states[place].calendar.firstIndex(where: { $0.state == .confirmed }) else {
      return
    }
    let booking = agency.states[place].calendar[first]
    let origin = agency.origin(of: booking, for: provider)
    let way =
      agency.slotSearch.ways.milliseconds(
        from: origin, to: booking.place, due: booking.start, hub: .destination) ?? 0
    let departs = max(time.rawValue, booking.start - way)
    let arrives = departs + way
    agency.states[place].head = booking.job
    agency.states[place].departs = departs
    // The delay of a provider whose plan is already late is known.
    if arrives > booking.start {
      agency.states[place].calendar[first].end = arrives + agency.jobs[booking.job].estimate.rawValue
    }
    nextStep[place] = desk.schedule(.arrive(provider), at: Milliseconds(arrives))
  }

  private mutating func arrive(_ provider: ProviderIndex, at time: Milliseconds, _ desk: inout Desk) {
    let place = Int(provider)
    nextStep[place] = nil
    let job = agency.states[place].head
    guard let head = agency.states[place].position(of: job) else { return }
    let booking = agency.states[place].calendar[head]
    let origin = agency.origin(of: booking, for: provider)
    let travel = agency.slotSearch.ways.travel(from: origin, to: booking.place, due: booking.start)
    providerRecords[provider].drive(travel)
    let departed = Milliseconds(agency.states[place].departs)
    trips.append(
      ProviderTrip(
        provider: provider, job: job, departed: departed, arrived: time,
        beginsAtBase: agency.states[place].stretch != booking.stretch))
    agency.states[place].come(to: booking)
    guard booking.state == .confirmed else {
      free(provider, of: job, at: time, &desk)
      return
    }
    let number = Int(desk.records.requests[job].appointment)
    appointments[number].arrive(at: time, departed: departed, metres: travel.metres)
    desk.note(.arrived, provider: provider, request: job)
    let isTooLate = time - appointments[number].start > agency.conduct.maxLateness
    if appointments[number].clientStaysAway || appointments[number].told > time {
      fail(number, .clientAbsent, ends: .clientAbsent, .noShow, at: time, &desk)
    } else if isTooLate, appointments[number].clientLeavesWhenLate {
      fail(number, .clientLeft, ends: .clientLeft, .lateness, at: time, &desk)
    } else {
      desk.begin(job, at: time)
      let duration = agency.realDuration(of: job)
      agency.states[place].begin(head, until: time.rawValue + agency.jobs[job].estimate.rawValue)
      nextStep[place] = desk.schedule(.finish(provider), at: time + duration)
    }
  }

  /// Ends an appointment that fails when the provider arrives.
  private mutating func fail(
    _ number: Int, _ outcome: Appointment.Outcome, ends jobOutcome: JobOutcome, _ cause: JobCause,
    at time: Milliseconds, _ desk: inout Desk
  ) {
    let (job, provider) = (appointments[number].job, appointments[number].provider)
    appointments[number].outcome = outcome
    agency.promise(-appointments[number].charge, for: job)
    desk.end(job, jobOutcome, cause, at: time)
    free(provider, of: job, at: time, &desk)
    // A client who did not come was not failed by the service.
    if !appointments[number].clientStaysAway { settle(job, success: false, at: time, &desk) }
  }

  // MARK: - At work

  private mutating func finish(_ provider: ProviderIndex, at time: Milliseconds, _ desk: inout Desk) {
    let place = Int(provider)
    let job = agency.states[place].head
    let number = Int(desk.records.requests[job].appointment)
    let work = appointments[number].finish(at: time)
    providerRecords[provider].keep(work)
    agency.promise(-appointments[number].charge, for: job)
    agency.settle(appointments[number].charge, job, by: provider, at: time)
    desk.note(.finished, provider: provider, request: job)
    desk.end(job, .done, nil, at: time)
    settle(job, success: true, at: time, &desk)
    departures?.noteWork(of: provider, at: time)
    review(number, at: time, &desk)
    drawDispute(number, at: time, &desk)
    free(provider, of: job, at: time, &desk)
  }

  /// Removes `job` from the calendar of `provider`, who turns to the next booking.
  mutating func free(
    _ provider: ProviderIndex, of job: JobIndex, at time: Milliseconds, _ desk: inout Desk
  ) {
    let place = Int(provider)
    agency.states[place].remove(job)
    if agency.states[place].head == job {
      if let handle = nextStep[place] { desk.cancel(handle) }
      nextStep[place] = nil
      agency.states[place].head = .none
      agency.states[place].phase = .idle
    }
    plan(provider, at: time, &desk)
    wakeLine(for: provider, at: time, &desk)
  }

  // MARK: - Absence

  /// Handles a provider's absence, which the client notices at the planned start.
  private mutating func miss(_ number: Int32, at time: Milliseconds, _ desk: inout Desk) {
    let appointment = appointments[Int(number)]
    // It may have been cancelled before, by either side.
    guard appointment.outcome == .inProgress else { return }
    appointments[Int(number)].outcome = .providerAbsent
    providerRecords[appointment.provider].absent += 1
    desk.scheduleCancellation(of: appointment.job, at: time)
    schedule(features.missed(appointment.provider, at: time), of: appointment.provider, &desk)
  }
}
