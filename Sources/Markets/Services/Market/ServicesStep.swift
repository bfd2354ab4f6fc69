/// A step in the services market other than those in the lives of jobs.
@frozen
public enum ServicesStep: BitwiseCopyable, Sendable {
  /// A member signs up and gets the initial hours.
  case join(ProviderIndex)
  /// A provider takes no more jobs.
  case leave(ProviderIndex)
  /// A provider closes the account.
  case close(ProviderIndex)
  /// A provider arrives.
  case arrive(ProviderIndex)
  /// A provider finishes the work.
  case finish(ProviderIndex)
  /// The client of the appointment with this index notices that the provider does not come.
  case miss(Int32)
  /// The review with this index is published, unless the work is disputed.
  case show(Int32)
  /// The client of the appointment with this index disputes the work.
  case dispute(Int32)
  /// The dispute about the appointment with this index is decided.
  case decide(Int32)
  /// A day ends at midnight.
  case endDay
  /// A job ends whose client's identity is refused.
  case refuse(JobIndex)
  /// An administrator closes the account of a provider, for a cause.
  case sanction(ProviderIndex, SanctionCause)
}
