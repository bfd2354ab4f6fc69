import Lifecycle
import Quantities

/// Waiting: a job that found nobody with free time waits in a queue until one of its providers becomes free, first
/// come, first served, or until its window closes or its client leaves.
extension ServicesMarket {
  public func waits(_ job: JobIndex, because cause: JobCause?) -> Bool { line != nil && cause == .noFreeTime }

  /// Puts the job of an attempt that found no free time into the queue.
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

  /// Calls the first waiting job that `provider` could do; does nothing if no job waits.
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

  /// After the attempt of a called job, calls the next one for the same provider.
  mutating func wakeLine(after job: JobIndex, at time: Milliseconds, _ desk: inout Desk) {
    guard let provider = line?.endCall(of: job) else { return }
    wakeLine(for: provider, at: time, &desk)
  }
}
