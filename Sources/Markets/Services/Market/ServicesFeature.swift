import Quantities

/// A part of the market that a scenario may leave out. The market calls each hook at its moment; by default a hook does nothing.
protocol ServicesFeature {
  /// Prepares the feature for a run of `setup`; nil if its scenario leaves it out. Nothing else checks that.
  init?(_ setup: ServicesSetup)

  /// Returns until when the feature keeps `job`, which is submitted, from being searched for; nil if it does not.
  func hold(on job: JobIndex) -> JobHold?

  /// `provider` did not come to an appointment. Returns the closing of the account that follows; nil if none does.
  mutating func missed(_ provider: ProviderIndex, at time: Milliseconds) -> Closing?

  /// A dispute about work of `provider` was decided, and the client gets back what was paid. Returns likewise.
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
  /// The cause for which the job ends then; nil if it is searched for.
  var refusal: JobCause?
}

/// The closing of an account by an administrator, at a time.
struct Closing {
  var time: Milliseconds
  var cause: SanctionCause
}

/// The features of a run, as far as its scenario has them, called in one order.
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

  /// Whether an administrator has closed the account of `provider`.
  @inline(__always)
  func hasClosed(_ provider: ProviderIndex) -> Bool { sanctions?.hasClosed(provider) ?? false }

  /// Writes down that an administrator closes the account of `provider`, which has `agreed` appointments that have not begun.
  mutating func close(_ provider: ProviderIndex, _ closing: Closing, agreed: Int) {
    sanctions?.close(provider, closing, agreed: agreed)
  }
}
