/// The next thing that happens in the services market beside the lives of jobs.
@frozen
public enum ServicesStep: BitwiseCopyable, Sendable {
  /// A member signs up and gets the first hours.
  case join(ProviderIndex)
  /// A provider takes no more jobs.
  case leave(ProviderIndex)
  /// A provider comes to where they were going.
  case arrive(ProviderIndex)
  /// A provider ends the work.
  case finish(ProviderIndex)
  /// The client of the appointment of this number learns that the provider does not come.
  case miss(Int32)
  /// The review of this number is shown.
  case show(Int32)
}
