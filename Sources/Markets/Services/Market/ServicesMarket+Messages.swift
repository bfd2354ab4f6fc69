import Community
public import Lifecycle
public import Quantities

/// Messages: the service knows a job once its request has arrived, an offer ends when its messages do, and a client
/// who has not received the confirmation does not expect anybody.
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

  /// Returns when `job`, which the service knows from `arrival` on, is searched for, by what keeps it from that.
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

  /// Ends `job`, whose client's identity the service refuses.
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
