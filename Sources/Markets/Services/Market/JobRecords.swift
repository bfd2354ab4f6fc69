public import Lifecycle
public import Quantities

/// The record of one job; the job has the same index in the run's input.
public struct JobRecord: RequestRecording {
  public typealias Index = JobIndex

  // Small properties follow optional times, where there is room: 40 bytes in total.
  public var firstMatch: Milliseconds?
  public var outcome = JobOutcome.inProgress
  public var cause: JobCause?
  /// The index of the last appointment in the list of all appointments; −1 if there was none.
  public var appointment: Int32 = -1
  public var ended: Milliseconds?
  public var cycles: Int32 = 0
  public var attempts: Int32 = 0

  public init() {}
}

/// The record of one search for a job. Records are stored in call order.
public struct JobAttempt: AttemptRecording {
  public typealias RequestIndex = JobIndex

  public var job: JobIndex
  /// The number of the cycle, counting from 1.
  public var cycle: Int32
  /// The number of the attempt within its cycle, counting from 1.
  public var attempt: Int32
  public var time: Milliseconds
  public var funnel: StageCounts<JobStage>
  public var outcome = AttemptOutcome.noCandidate
  public var cause: JobCause?
  /// The provider to whom the job was offered; `.none` if there was none, in which case the following properties are
  /// meaningless.
  public var provider = ProviderIndex.none
  /// The planned start and end of the work.
  public var start = Milliseconds.zero
  public var end = Milliseconds.zero
  /// The planned travel time.
  public var way = Milliseconds.zero
  /// The start of the span of working hours that contains the work.
  var stretch: Int64 = 0
  /// The agreed charge, in the smallest currency unit or in milliseconds of credit.
  public var charge: Int64 = 0
  /// The provider's score in milliseconds; lower is better.
  public var score: Int64 = 0
  /// The rating shown at the time, in thousandths of a star; 0 for an unrated provider.
  public var rating: Int32 = 0
  public var answered = Milliseconds.never
  /// The wall-clock time of the search, which depends on the machine and is kept separate from the results.
  public var decisionNanoseconds: UInt32 = 0

  init(_ call: AttemptCall<JobIndex, ProviderIndex>, funnel: StageCounts<JobStage>) {
    job = call.request
    cycle = call.cycle
    attempt = call.attempt
    time = call.time
    self.funnel = funnel
  }
}

/// An event in the life of a job or provider.
public struct JobEvent: EventRecording {
  /// The kind of event; the raw value is the name in events.csv.
  public enum Kind: String, CaseIterable, EventKind {
    case submitted = "job_submitted"
    case attempt
    case accepted
    case declined
    case lapsed
    case withdrawn
    case notified = "client_notified"
    case requesterLeft = "client_left"
    case providerCancelled = "provider_cancelled"
    case providerFound = "provider_found"
    case providerGone = "provider_gone"
    case accountClosed = "account_closed"
    case clientGone = "client_gone"
    case arrived
    case finished
    case reviewShown = "review_shown"
    case disputed
    case disputeDecided = "dispute_decided"
    case outage
  }

  public var time: Milliseconds
  public var kind: Kind
  /// The provider and the job involved; `.none` if none is involved.
  public var provider: ProviderIndex
  public var request: JobIndex

  public init(time: Milliseconds, kind: Kind, provider: ProviderIndex, request: JobIndex) {
    self.time = time
    self.kind = kind
    self.provider = provider
    self.request = request
  }
}

/// A client's dispute about work; any review of the work is hidden until the dispute is decided.
public struct Dispute: Equatable, Sendable {
  /// The time at which the client disputes the work, and the time at which the dispute is decided.
  public var opens: Milliseconds
  public var decided: Milliseconds
  /// Whether the decision is to refund the payment.
  public var refunds: Bool

  /// Returns whether it is open at `time`.
  func isOpen(at time: Milliseconds) -> Bool { opens <= time && time < decided }
}
