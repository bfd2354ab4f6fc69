import EventKernel
import Matching
import Quantities
import Spaces
import Travellers

/// The state of the passengers who transfer in a run. It is a class, so that a run without transfers only
/// carries a pointer.
final class Transfers {
  /// All searches, in order.
  private(set) var records: [TransferRecord] = []
  /// The journeys of passengers who are offered a transfer, have agreed to one, or are under way with one, by
  /// request.
  private var journeys: [RequestIndex: Journey] = [:]
  /// The drivers chosen for other requests in the window being decided.
  var taken: [DriverIndex] = []
  /// Whether a window is being decided.
  var isGathering = false
  /// The findings of attempts not yet recorded, by request.
  private var findings: [RequestIndex: TransferFinding] = [:]

  init?(_ setup: SimulationSetup) {
    guard setup.terms.transfer != nil else { return nil }
  }

  /// Stores the finding of a search for `request` until its attempt is recorded.
  func keep(_ finding: TransferFinding, of request: RequestIndex) { findings[request] = finding }

  /// Removes and returns the finding for `request` in the attempt being recorded; nil if there was no search.
  func takeFinding(of request: RequestIndex) -> TransferFinding? { findings.removeValue(forKey: request) }

  /// A trip in two cars.
  struct Journey {
    var transfer: Transfer
    /// The index of its search in `records`.
    let record: Int
    var stage = Stage.offered
    /// The event of the second driver's cancellation.
    var secondCancellation: EventHandle?
    /// The odometer reading of the second car once it is at the transfer place, and the time when both have
    /// arrived; nil before.
    var isMet: (odometer: Metres, pickup: Milliseconds)?
    /// Whether the second driver has cancelled, so that another driver is sought.
    var secondHasCancelled = false
    /// The rest of the trip as a separate request, once the passenger is waiting for a second driver who does not come.
    var rest: Request?

    /// Returns the part that `stop`, made by `driver`, plays in the journey.
    func part(of driver: DriverIndex, _ stop: PlannedStop) -> Part {
      // The second car may arrive at the transfer place before the first ride has begun.
      let isSecond = secondHasCancelled ? stage == .waiting : driver == transfer.second.driver
      if stop.isPickup { return isSecond ? .getsOn : .begins }
      return stage == .inFirst ? .getsOff : .ends
    }
  }

  /// The stage that a passenger's journey has reached.
  enum Stage { case offered, agreed, inFirst, waiting, inSecond }

  /// The part that a stop plays in the journey of a passenger who transfers.
  enum Part {
    case begins, getsOff, getsOn, ends

    /// The kind of a stop at which the passenger changes cars; nil for the ends of the trip.
    var change: StopKind? {
      switch self {
      case .begins, .ends: nil
      case .getsOff: .transferDropoff
      case .getsOn: .transferPickup
      }
    }
  }

  subscript(request: RequestIndex) -> Journey? {
    get { journeys[request] }
    set { journeys[request] = newValue }
  }

  /// The record of the search for `request` that led to the journey.
  subscript(recordOf request: RequestIndex) -> TransferRecord? {
    get { journeys[request].map { records[$0.record] } }
    set {
      guard let newValue, let journey = journeys[request] else { return }
      records[journey.record] = newValue
    }
  }

  /// Returns whether `request` was picked up by a first driver and has not reached the destination.
  func isUnderWay(_ request: RequestIndex) -> Bool {
    switch journeys[request]?.stage {
    case .inFirst, .waiting, .inSecond: true
    case .offered, .agreed, nil: false
    }
  }

  /// Closes the journeys at `time`, the end of the run, discarding later events, and returns the drivers who are
  /// waiting for a passenger.
  func closeJourneys(at time: Milliseconds) -> [DriverIndex] {
    for place in records.indices {
      guard let pickup = records[place].pickup, pickup > time else { continue }
      records[place].pickup = nil
      records[place].onward = .none
    }
    return journeys.values.filter { $0.isMet != nil }.map(\.transfer.second.driver)
  }

  /// Removes the transfer offered to `request` in an earlier attempt that failed.
  func forgetOffer(to request: RequestIndex) {
    if journeys[request]?.stage == .offered { journeys[request] = nil }
  }

  /// Records the finding of a search for `request` in an attempt.
  func add(_ finding: TransferFinding, of request: RequestIndex, attempt: Int) {
    if let transfer = finding.best {
      journeys[request] = Journey(transfer: transfer, record: records.count)
    }
    let fate = finding.best == nil ? TransferFate.none : .notAgreed
    records.append(TransferRecord(attempt: attempt, finding: finding, fate: fate))
  }
}
