import Quantities

/// An optional part of the market. The market calls each hook when the corresponding event occurs; by default, a hook
/// does nothing.
protocol ServicesFeature {
  /// Prepares the feature for a run of `setup`; returns nil if the scenario does not use it, which is checked only
  /// here.
  init?(_ setup: ServicesSetup)

  /// Returns the hold that the feature places on the search for `job` at its submission; nil for none.
  func hold(on job: JobIndex) -> JobHold?

  /// Called when `provider` misses an appointment. Returns the resulting closure of the account; nil if it stays open.
  mutating func missed(_ provider: ProviderIndex, at time: Milliseconds) -> Closing?

  /// Called when a dispute about work of `provider` ends with a refund. Returns the resulting closure of the account;
  /// nil if it stays open.
  mutating func refunded(_ provider: ProviderIndex, at time: Milliseconds) -> Closing?
}

extension ServicesFeature {
  func hold(on job: JobIndex) -> JobHold? { nil }
  mutating func missed(_ provider: ProviderIndex, at time: Milliseconds) -> Closing? { nil }
  mutating func refunded(_ provider: ProviderIndex, at time: Milliseconds) -> Closing? { nil }
}

/// A hold: a decision for which a submitted job has to wait.
struct JobHold {
  var end: Milliseconds
  /// The cause with which the job ends at the end of the hold; nil if the search starts then.
  var refusal: JobCause?
}

/// The scheduled closure of an account by an administrator.
struct Closing {
  var time: Milliseconds
  var cause: SanctionCause
}

/// The features used by a run, always called in the same order.
struct ServicesFeatures {
  private var clients: ClientDesk?
  private(set) var sanctions: Sanctions?

  init(_ setup: ServicesSetup) {
    clients = ClientDesk(setup)
    sanctions = Sanctions(setup)
  }

  func hold(on job: JobIndex) -> JobHold? { clients?.hold(on: job) }

  mutating func missed(_ provider: ProviderIndex, at time: Milliseconds) -> Closing? {
    sanctions?.missed(provider, at: time)
  }

  mutating func refunded(_ provider: ProviderIndex, at time: Milliseconds) -> Closing? {
    sanctions?.refunded(provider, at: time)
  }

  /// Returns whether an administrator has closed the account of `provider`.
  @inline(__always)
  func hasClosed(_ provider: ProviderIndex) -> Bool { sanctions?.hasClosed(provider) ?? false }

  /// Records that an administrator closes the account of `provider`, who has `agreed` appointments that have not begun.
  mutating func close(_ provider: ProviderIndex, _ closing: Closing, agreed: Int) {
    sanctions?.close(provider, closing, agreed: agreed)
  }
}
