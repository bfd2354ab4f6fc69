import Quantities

/// An optional part of the market. The market calls each hook when its event occurs; by default, a hook does nothing.
protocol ServicesFeature {
  /// Prepares the feature for a run of `setup`; returns nil if its scenario does not use it. This is the only such
  /// check.
  init?(_ setup: ServicesSetup)

  /// Returns the feature's hold on the search for `job`, which has been submitted; nil if there is none.
  func hold(on job: JobIndex) -> JobHold?

  /// Called when `provider` misses an appointment. Returns the resulting closing of the account; nil if there is none.
  mutating func missed(_ provider: ProviderIndex, at time: Milliseconds) -> Closing?

  /// Called when a dispute about work of `provider` ends with a refund. Returns the resulting closing of the account;
  /// nil if there is none.
  mutating func refunded(_ provider: ProviderIndex, at time: Milliseconds) -> Closing?
}

extension ServicesFeature {
  func hold(on job: JobIndex) -> JobHold? { nil }
  mutating func missed(_ provider: ProviderIndex, at time: Milliseconds) -> Closing? { nil }
  mutating func refunded(_ provider: ProviderIndex, at time: Milliseconds) -> Closing? { nil }
}

/// A decision that a submitted job waits for.
struct JobHold {
  var end: Milliseconds
  /// The cause for which the job ends at that time; nil if the search then starts.
  var refusal: JobCause?
}

/// The scheduled closing of an account by an administrator.
struct Closing {
  var time: Milliseconds
  var cause: SanctionCause
}

/// The features of a run that its scenario uses, always called in the same order.
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
