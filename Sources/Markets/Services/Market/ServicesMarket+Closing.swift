import Community
import EventKernel
import Lifecycle
import Quantities

extension ServicesMarket {
  /// Closes the account of `provider`: searches no longer find them, and their appointments and own jobs that have
  /// not begun are cancelled. Ratings stay, and work that has begun is finished.
  mutating func close(_ provider: ProviderIndex, at time: Milliseconds, _ desk: inout Desk) {
    agency.setFound(provider, false)
    desk.note(.accountClosed, provider: provider)
    for booking in agency.states[Int(provider)].calendar
    where booking.state == .confirmed || booking.state == .missed {
      if desk.phase(of: booking.job) == .matched { desk.scheduleCancellation(of: booking.job, at: time) }
    }
    withdrawJobs(of: UserIndex(rawValue: provider.rawValue), at: time, &desk)
  }

  /// Cancels the open jobs of `user`, who has left.
  mutating func withdrawJobs(of user: UserIndex, at time: Milliseconds, _ desk: inout Desk) {
    for job in agency.jobs(of: user) where refusal(of: job) == nil && submission(of: job) < time {
      if desk.isOpen(job) { desk.scheduleLeaving(of: job, at: time) }
    }
  }

  /// Returns whether the account of `provider` is closed at `time`.
  @inline(__always)
  func isClosed(_ provider: ProviderIndex, at time: Milliseconds) -> Bool {
    agency.providers[provider].closes <= time || departures?.hasLeft(provider) == true
      || features.hasClosed(provider)
  }
}
