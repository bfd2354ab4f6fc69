/// The next thing that happens in the services market beside the lives of jobs.
@frozen
public enum ServicesStep: BitwiseCopyable, Sendable {
  /// A member signs up and gets the first hours.
  case join(ProviderIndex)
  /// A provider takes no more jobs.
  case leave(ProviderIndex)
  /// A provider closes the account.
  case close(ProviderIndex)
  /// A provider comes to where they were going.
  case arrive(ProviderIndex)
  /// A provider ends the work.
  case finish(ProviderIndex)
  /// The client of the appointment of this number learns that the provider does not come.
  case miss(Int32)
  /// The review of this number is shown, unless the work is disputed.
  case show(Int32)
  /// The client of the appointment of this number disputes the work.
  case dispute(Int32)
  /// The dispute about the appointment of this number is decided.
  case decide(Int32)
  /// A day ends at midnight.
  case endDay
  /// A job ends whose client's identity is refused.
  case refuse(JobIndex)
  /// An administrator closes the account of a provider, for a cause.
  case sanction(ProviderIndex, SanctionCause)
}
