import EventKernel
import Matching
import Quantities
import Spaces
import Travellers

/// The state of transferring passengers in a run; a class, so that runs without transfers carry only a pointer.
final class Transfers {
  /// All transfer searches, in chronological order.
  private(set) var records: [TransferRecord] = []
  /// The journeys, by request, of passengers who have been offered a transfer, have agreed to it, or are on the way.
  private var journeys: [RequestIndex: Journey] = [:]
  /// The drivers chosen for other requests in the window being decided.
  var taken: [DriverIndex] = []
  /// Whether a window is currently being decided.
  var isGathering = false
  /// The search results, by request, of attempts that are not yet recorded.
  private var findings: [RequestIndex: TransferFinding] = [:]

  init?(_ setup: SimulationSetup) {
    guard setup.terms.transfer != nil else { return nil }
  }

  /// Stores the result of a search for `request` until its attempt is recorded.
  func keep(_ finding: TransferFinding, of request: RequestIndex) { findings[request] = finding }

  /// Removes and returns the search result for `request`, for the attempt being recorded; nil if there was no search.
  func takeFinding(of request: RequestIndex) -> TransferFinding? { findings.removeValue(forKey: request) }

  /// A passenger's trip in two cars.
  struct Journey {
    var transfer: Transfer
    /// The index of its search in `records`.
    let record: Int
    var stage = Stage.offered
    /// The scheduled cancellation by the second driver; nil if there is none.
    var secondCancellation: EventHandle?
    /// The second car's odometer reading at the transfer place, and the earliest time of the passenger's boarding; nil
    /// until the car has arrived.
    var isMet: (odometer: Metres, pickup: Milliseconds)?
    /// Whether the second driver has cancelled and must be replaced.
    var secondHasCancelled = false
    /// The rest of the trip as a separate request, once the passenger waits at the transfer place without a second
    /// driver.
    var rest: Request?

    /// Returns the role of `stop`, made by `driver`, in the journey.
    func part(of driver: DriverIndex, _ stop: PlannedStop) -> Part {
      // The second car may arrive at the transfer place before the first ride has begun.
      let isSecond = secondHasCancelled ? stage == .waiting : driver == transfer.second.driver
      if stop.isPickup { return isSecond ? .getsOn : .begins }
      return stage == .inFirst ? .getsOff : .ends
    }
  }

  /// The stage that a passenger's journey has reached.
  enum Stage { case offered, agreed, inFirst, waiting, inSecond }

  /// The role of a stop in a transferring passenger's journey.
  enum Part {
    case begins, getsOff, getsOn, ends

    /// The kind of a stop at which the passenger changes cars; nil for the trip's origin and destination.
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

  /// Returns whether `request` has been picked up by the first driver and has not reached the destination.
  func isUnderWay(_ request: RequestIndex) -> Bool {
    switch journeys[request]?.stage {
    case .inFirst, .waiting, .inSecond: true
    case .offered, .agreed, nil: false
    }
  }

  /// Closes the journeys at `time`, the end of the run: discards later events, and returns the second drivers waiting
  /// for a passenger.
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

  /// Records the search result for `request` in an attempt.
  func add(_ finding: TransferFinding, of request: RequestIndex, attempt: Int) {
    if let transfer = finding.best {
      journeys[request] = Journey(transfer: transfer, record: records.count)
    }
    let fate = finding.best == nil ? TransferFate.none : .notAgreed
    records.append(TransferRecord(attempt: attempt, finding: finding, fate: fate))
  }
}
