public import Lifecycle
import Matching
public import Quantities
public import Travellers

// The lifecycle's names for what has names of its own in the carpool.

extension RequestRecord: RequestRecording {}

extension RequestOutcome: RequestEnding {
  public static var cancelledByRequester: Self { .cancelledByPassenger }
  public static var cancelledByProvider: Self { .cancelledByDriver }
}

extension AttemptRecord: AttemptRecording {
  public typealias RequestIndex = Travellers.RequestIndex
  public typealias Cause = Travellers.Cause

  public var provider: DriverIndex { driver }
}

extension EventRecord: EventRecording {
  public init(time: Milliseconds, kind: Kind, provider: DriverIndex, request: RequestIndex) {
    self.init(time: time, kind: kind, driver: provider, request: request)
  }
}

extension EventRecord.Kind: EventKind {
  public static var submitted: Self { .requestSubmitted }
  public static var notified: Self { .requestNotified }
  public static var requesterLeft: Self { .passengerLeft }
  public static var providerCancelled: Self { .driverCancelled }
}
