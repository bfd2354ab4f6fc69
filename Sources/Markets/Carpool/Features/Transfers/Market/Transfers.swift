import EventKernel
import Matching
import Quantities
import Spaces
import Travellers

/// The state of the passengers who transfer in a run: a class, so that a run without them carries an address.
final class Transfers {
  /// Each search, in order.
  private(set) var records: [TransferRecord] = []
  /// The journeys of those who are offered a transfer, have agreed to one, or are on the way with one, by request.
  private var journeys: [RequestIndex: Journey] = [:]
  /// Drivers who were chosen for others in the window that is decided.
  var taken: [DriverIndex] = []
  /// True while a window is decided.
  var isGathering = false
  /// What was found in attempts whose records are not made yet, by request.
  private var findings: [RequestIndex: TransferFinding] = [:]

  init?(_ setup: SimulationSetup) {
    guard setup.terms.transfer != nil else { return nil }
  }

  /// Keeps what a search for `request` has found until the record of its attempt is made.
  func keep(_ finding: TransferFinding, of request: RequestIndex) { findings[request] = finding }

  /// Returns what was found for `request` in the attempt whose record is made now; nil if nothing was looked for.
  func takeFinding(of request: RequestIndex) -> TransferFinding? { findings.removeValue(forKey: request) }

  /// A trip in two cars.
  struct Journey {
    var transfer: Transfer
    /// The place of its search among `records`.
    let record: Int
    var stage = Stage.offered
    /// The event of the second driver's cancellation.
    var secondCancellation: EventHandle?
    /// The reading of the odometer of the second car that is at the place, and the time when both are there; nil before.
    var isMet: (odometer: Metres, pickup: Milliseconds)?
    /// True if the second driver has cancelled: another to take the passenger on is then looked for.
    var secondHasCancelled = false
    /// The rest of the trip as a request of its own, once the passenger stands where the second driver does not come.
    var rest: Request?

    /// Returns the part of `stop`, which `driver` makes, in the journey.
    func part(of driver: DriverIndex, _ stop: PlannedStop) -> Part {
      // The second car may be at the place before anything has begun.
      let isSecond = secondHasCancelled ? stage == .waiting : driver == transfer.second.driver
      if stop.isPickup { return isSecond ? .getsOn : .begins }
      return stage == .inFirst ? .getsOff : .ends
    }
  }

  /// The stage that the journey of a passenger has reached.
  enum Stage { case offered, agreed, inFirst, waiting, inSecond }

  /// The part of a stop in the journey of a passenger who transfers.
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

  /// Tells whether `request` was picked up by a first driver and is not at the destination.
  func isUnderWay(_ request: RequestIndex) -> Bool {
    switch journeys[request]?.stage {
    case .inFirst, .waiting, .inSecond: true
    case .offered, .agreed, nil: false
    }
  }

  /// Closes the journeys at the end of the run, at `time`, and returns the drivers who wait for a passenger; what lies behind it has
  /// not happened.
  func closeJourneys(at time: Milliseconds) -> [DriverIndex] {
    for place in records.indices {
      guard let pickup = records[place].pickup, pickup > time else { continue }
      records[place].pickup = nil
      records[place].onward = .none
    }
    return journeys.values.filter { $0.isMet != nil }.map(\.transfer.second.driver)
  }

  /// Forgets what `request` was offered in an attempt before, which came to nothing.
  func forgetOffer(to request: RequestIndex) {
    if journeys[request]?.stage == .offered { journeys[request] = nil }
  }

  /// Writes down what a search for `request` in an attempt has found.
  func add(_ finding: TransferFinding, of request: RequestIndex, attempt: Int) {
    if let transfer = finding.best {
      journeys[request] = Journey(transfer: transfer, record: records.count)
    }
    let fate = finding.best == nil ? TransferFate.none : .notAgreed
    records.append(TransferRecord(attempt: attempt, finding: finding, fate: fate))
  }
}
