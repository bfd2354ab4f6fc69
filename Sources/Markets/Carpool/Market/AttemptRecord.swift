public import Lifecycle
public import Matching
public import Quantities
public import Travellers

/// One call of the matcher for one request. Stored in the order of the calls.
///
/// Nine attempts in ten find no driver, and a day has millions: what only offers have is boxed, which halves the memory of a record.
public struct AttemptRecord: Sendable {
  public var request: RequestIndex
  /// Counts from 1.
  public var cycle: Int32
  /// Counts from 1, anew in each cycle.
  public var attempt: Int32
  /// Wall-clock time of the matcher's call: a property of the machine, kept apart from the results.
  public var decisionNanoseconds: UInt32 = 0
  public var time: Milliseconds
  public var funnel: Funnel
  public var outcome: AttemptOutcome
  public var cause: Cause?
  /// True if the board was searched, and not the road.
  public var isPlanned = false
  /// The limit that failed for the driver that came nearest, where limits were the cause.
  public var bindingLimit: Limit?
  /// The driver who was offered the request; `.none` if there was none, and then nothing of the offer counts.
  public var driver = DriverIndex.none
  @Rare private var made: Offer?

  /// The part of a record that only an attempt has that chose a driver, or searched for a transfer.
  public struct Offer: Sendable {
    public var reported = Position(x: 0, y: 0)
    public var timeToPickup = Milliseconds.zero
    /// Added detour as computed for the offer.
    public var detour = Milliseconds.zero
    public var detourMetres: Metres = 0
    /// Milliseconds of weighted cost.
    public var cost: Int64 = 0
    /// The time of the driver's answer; `.never` if none came.
    public var answered = Milliseconds.never
    /// The place where that driver and the passenger would meet, among `RunRecords.meetings`; -1 where nobody walks.
    public var meeting: Int32 = -1
    /// The search for a transfer, among `RunRecords.transfers`; -1 where there was none.
    public var transfer: Int32 = -1
  }

  /// The offer; where there was none, the values of an empty one.
  public var offer: Offer {
    get { made ?? Offer() }
    set { made = newValue }
  }

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
  }
}

extension AttemptRecord {
  public var reported: Position { offer.reported }
  public var timeToPickup: Milliseconds { offer.timeToPickup }
  public var detour: Milliseconds { offer.detour }
  public var detourMetres: Metres { offer.detourMetres }
  public var cost: Int64 { offer.cost }
  public var meeting: Int32 { offer.meeting }
  public var transfer: Int32 { offer.transfer }
  public var answered: Milliseconds {
    get { offer.answered }
    set { offer.answered = newValue }
  }
}
