public import Lifecycle
public import Matching
public import Quantities
public import Travellers

/// One call of the matcher for one request. Stored in the order of the calls.
public struct AttemptRecord: Sendable {
  public var request: RequestIndex
  /// Counts from 1.
  public var cycle: Int32
  /// Counts from 1, anew in each cycle.
  public var attempt: Int32
  public var time: Milliseconds
  public var funnel: Funnel
  public var outcome: AttemptOutcome
  public var cause: Cause?
  /// Whether the board was searched, and not the road.
  public var isPlanned = false
  /// The limit that failed for the driver that came nearest, where limits were the cause.
  public var bindingLimit: Limit?
  /// Wall-clock time of the matcher's call: a property of the machine, kept apart from the results.
  public var decisionNanoseconds: UInt32
  /// Who was offered the request; `.none` where nobody was, and then nothing below counts.
  public var driver: DriverIndex
  public var reported: Position
  public var timeToPickup: Milliseconds
  /// Added detour as computed for the offer.
  public var detour: Milliseconds
  public var detourMetres: Metres
  /// Milliseconds of weighted cost.
  public var cost: Int64
  /// When the driver's answer came; `.never` where none came.
  public var answered: Milliseconds
  /// Where that driver and the passenger would meet, among `RunRecords.meetings`; -1 where nobody walks.
  public var meeting: Int32 = -1
  /// The search for a transfer, among `RunRecords.transfers`; -1 where there was none.
  public var transfer: Int32 = -1

  public init(
    request: RequestIndex, cycle: Int32, attempt: Int32, time: Milliseconds, funnel: Funnel,
    outcome: AttemptOutcome, cause: Cause?
  ) {
    self.request = request
    self.cycle = cycle
    self.attempt = attempt
    self.time = time
    self.funnel = funnel
    self.outcome = outcome
    self.cause = cause
    bindingLimit = nil
    decisionNanoseconds = 0
    driver = .none
    reported = Position(x: 0, y: 0)
    timeToPickup = .zero
    detour = .zero
    detourMetres = 0
    cost = 0
    answered = .never
  }
}
