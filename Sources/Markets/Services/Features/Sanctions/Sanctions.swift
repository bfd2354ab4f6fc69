import EventKernel
import Lifecycle
public import Quantities
import Statistics

/// The accounts closed by an administrator, with the times and reasons.
public struct Sanctions: ServicesFeature, Sendable {
  /// The record of a closed account.
  public struct Record: Equatable, Sendable {
    public var time: Milliseconds
    public var cause: SanctionCause
    /// The number of agreed appointments that had not begun when it was closed.
    public var agreed: Int
  }

  let rules: SanctionRules
  private let providers: [Provider]
  private let random: RandomSource
  private var refunds: [Int]
  private var absences: [Int]
  /// The record of the closure of each provider's account; nil for open accounts.
  public private(set) var records: [Record?]

  init?(_ setup: ServicesSetup) {
    guard let rules = setup.sanctions else { return nil }
    self.rules = rules
    providers = setup.providers
    random = setup.random
    refunds = Array(repeating: 0, count: setup.providers.count)
    absences = refunds
    records = Array(repeating: nil, count: setup.providers.count)
  }

  private func stream(_ provider: ProviderIndex, _ kind: UInt64) -> KeyedGenerator {
    random.stream(.sanction, providers[provider].key, kind)
  }

  /// Draws the inspection that closes the account of `provider`; nil if there is none.
  func inspection(of provider: ProviderIndex) -> Closing? {
    guard rules.yearlyRate > 0 else { return nil }
    var draws = stream(provider, 0)
    let span = draws.exponential(mean: 365 * 86_400 / rules.yearlyRate)
    let begin = max(.zero, providers[provider].registered)
    return Closing(
      time: begin.saturatingAdd(Milliseconds(seconds: min(span, 1e9))), cause: .inspection)
  }

  mutating func missed(_ provider: ProviderIndex, at time: Milliseconds) -> Closing? {
    absences[Int(provider)] += 1
    guard absences[Int(provider)] == rules.absences else { return nil }
    return closing(of: provider, .absences, 1, at: time)
  }

  mutating func refunded(_ provider: ProviderIndex, at time: Milliseconds) -> Closing? {
    refunds[Int(provider)] += 1
    guard refunds[Int(provider)] == rules.refunds else { return nil }
    return closing(of: provider, .refunds, 2, at: time)
  }

  private func closing(
    of provider: ProviderIndex, _ cause: SanctionCause, _ kind: UInt64, at time: Milliseconds
  ) -> Closing {
    var draws = stream(provider, kind)
    return Closing(time: time.saturatingAdd(rules.delay.span(&draws)), cause: cause)
  }

  func hasClosed(_ provider: ProviderIndex) -> Bool { records[Int(provider)] != nil }

  mutating func close(_ provider: ProviderIndex, _ closing: Closing, agreed: Int) {
    records[Int(provider)] = Record(time: closing.time, cause: closing.cause, agreed: agreed)
  }
}

extension ServicesMarket {
  /// Schedules the account-closing inspections that precede the submission of the last job.
  func scheduleInspections(_ desk: inout Desk) {
    guard let sanctions = features.sanctions else { return }
    for provider in agency.providers.places where agency.providers[provider].refusal == nil {
      if let inspection = sanctions.inspection(of: provider), inspection.time < lastSubmission {
        desk.schedule(.sanction(provider, inspection.cause), at: inspection.time)
      }
    }
  }

  /// Schedules the closure of the account of `provider`; does nothing if `closing` is nil.
  func schedule(_ closing: Closing?, of provider: ProviderIndex, _ desk: inout Desk) {
    if let closing { desk.schedule(.sanction(provider, closing.cause), at: closing.time) }
  }

  /// Closes the account of `provider` by order of an administrator, unless it is already closed.
  mutating func sanction(
    _ provider: ProviderIndex, because cause: SanctionCause, at time: Milliseconds, _ desk: inout Desk
  ) {
    guard let rules = features.sanctions?.rules, !isClosed(provider, at: time) else { return }
    let agreed = agency.states[Int(provider)].calendar.count {
      ($0.state == .confirmed || $0.state == .missed) && desk.phase(of: $0.job) == .matched
    }
    features.close(provider, Closing(time: time, cause: cause), agreed: agreed)
    departures?.leave(provider, at: time)
    switch rules.agreed {
    case .cancelled: close(provider, at: time, &desk)
    case .kept:
      agency.setFound(provider, false)
      desk.note(.accountClosed, provider: provider)
      withdrawJobs(of: provider, at: time, &desk)
    }
  }

  /// Cancels the jobs requested by `provider` as a member that are still without an agreement.
  private func withdrawJobs(of provider: ProviderIndex, at time: Milliseconds, _ desk: inout Desk) {
    for job in agency.jobs.places where agency.jobs[job].client == provider && refusal(of: job) == nil {
      if submission(of: job) < time, desk.isOpen(job), desk.phase(of: job) != .matched {
        desk.scheduleLeaving(of: job, at: time)
      }
    }
  }
}
