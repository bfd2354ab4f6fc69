import Community
import EventKernel
public import Lifecycle
public import Quantities

// Ends of days, and returning users: clients leave after jobs that came to nothing, providers after days without
// work.
extension ServicesMarket {
  /// Records how `job` was served, if users return; the client may leave because of it.
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

  /// Records that the client got nobody. A client who cancelled was not failed by the service.
  public mutating func lose(_ job: JobIndex, at time: Milliseconds, _ desk: inout Desk) {
    if desk.records.requests[job].cause != .calledOff { settle(job, success: false, at: time, &desk) }
  }

  /// Ends a day at midnight: providers are paid out, balances decay, and some providers without work leave.
  mutating func endDay(at midnight: Milliseconds, _ desk: inout Desk) {
    let day = (midnight.rawValue + sinceMidnight) / UserDays.length.rawValue
    if let days = agency.settlement.payoutDays, day % days == 0 { agency.payOut(at: midnight) }
    if let decay = agency.settlement.decay, day % decay.days == 0 { agency.decayCredits(at: midnight) }
    if departures?.countsDays == true { endDay(UInt64(day), at: midnight, &desk) }
    if midnight < lastSubmission { desk.schedule(.endDay, at: midnight + UserDays.length) }
  }

  /// Counts the day for providers who were findable for all of it and had working hours.
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

  /// Schedules the end of the first day, if anything happens then.
  func scheduleFirstMidnight(_ desk: inout Desk) {
    let settlement = agency.settlement
    guard departures?.countsDays == true || settlement.payoutDays != nil || settlement.decay != nil else {
      return
    }
    desk.schedule(.endDay, at: UserDays.length - Milliseconds(sinceMidnight))
  }

  /// Milliseconds from the last midnight to the start of the run.
  private var sinceMidnight: Int64 { -agency.slotSearch.timetables.monday % UserDays.length.rawValue }

  var lastSubmission: Milliseconds { agency.jobs.lazy.map(\.submit).max() ?? .zero }
}
