import Lifecycle
import Quantities
package import Statistics

/// The state of a station: its queue, busy servers and measurements.
///
/// The queue is measured in two ways: by its time integral, in cards × time, and by the wait of each card. By Little's
/// law, the two agree exactly in whole milliseconds.
struct StationState {
  let station: Station
  let service: ServiceTimes
  let isPerOrder: Bool
  /// The index in the line.
  let index: Int
  private var cursor: WorkCursor
  /// The clock that counts all time except outages, for work that is finished after hours; nil for a run without
  /// outages.
  private var running: WorkCursor?
  private var lastRunning: Int64 = 0
  var waiting = WaitingLine()
  var idle: Int32
  /// Whether the station's next opening is scheduled.
  var awaitsOpening = false
  var tally: StationTally
  private var last: Int64 = 0
  private var lastWork: Int64 = 0
  /// The time at which the queue length will next be recorded, and the interval between records.
  private var nextNote = Int64.max
  private var noteInterval = Int64.max

  /// Creates an idle station at which at most `units` units will arrive.
  init(_ station: Station, index: Int, phase: Int64, units: Int, outages: Outages? = nil) {
    self.station = station
    self.index = index
    service = ServiceTimes(station.service)
    isPerOrder = station.unit == .order
    cursor = WorkCursor(WorkClock(station.hours, phase: phase), outages: outages)
    if outages != nil { running = WorkCursor(WorkClock(.always, phase: phase), outages: outages) }
    idle = station.servers
    tally = StationTally()
    tally.waits.reserveCapacity(units)
  }

  /// Updates the measurements to `time`; called before the state changes.
  @inline(__always)
  mutating func measure(until time: Int64) {
    let span = time &- last
    guard span > 0 else { return }
    if time >= nextNote { noteQueue(until: time) }
    let work = cursor.work(until: time)
    let busy = Int64(station.servers &- idle)
    let worked = work &- lastWork
    tally.waitingArea &+= Int64(tally.waiting) &* span
    tally.busyInHours &+= busy &* worked
    tally.presentArea &+= busy &* span
    if station.atClose == .finish {
      let run = running?.work(until: time)
      tally.overtime &+= busy &* ((run.map { $0 &- lastRunning } ?? span) &- worked)
      lastRunning = run ?? 0
    }
    tally.workingTime = work
    last = time
    lastWork = work
  }

  /// Makes the station record its queue length every `interval` milliseconds, just before the changes at that time.
  mutating func noteQueue(every interval: Int64) {
    nextNote = interval
    noteInterval = interval
  }

  private mutating func noteQueue(until time: Int64) {
    while nextNote <= time {
      tally.queue.append(tally.waiting)
      nextNote += noteInterval
    }
  }

  mutating func isOpen(at time: Int64) -> Bool { cursor.isOpen(at: time) }

  mutating func opening(from time: Int64) -> Int64 { cursor.opening(from: time) }

  /// Returns the time at which work of length `span`, begun within working hours at `time`, is finished.
  @inline(__always)
  mutating func end(of span: Int64, from time: Int64) -> Int64 {
    if station.atClose == .resume { return cursor.end(of: span, from: time) }
    return running?.end(of: span, from: time) ?? time &+ span
  }
}

/// The counts of a station. A unit is a card, or an order at a station that processes whole orders; times are
/// in milliseconds.
public struct StationTally: Hashable, Sendable {
  /// The numbers of units that arrived, were begun, were finished, and were removed before they were begun.
  public var arrived: Int64 = 0
  public var begun: Int64 = 0
  public var done: Int64 = 0
  public var removed: Int64 = 0
  /// The current number of waiting units, and its maximum so far.
  public var waiting: Int64 = 0
  public var mostWaiting: Int64 = 0
  /// The waits of units, in the order in which they were begun.
  public var waits: [Int64] = []
  /// The number of waiting units at the end of each interval; empty unless requested.
  public var queue: [Int64] = []
  /// The total wait of units removed before they were begun.
  public var waitOfRemoved: Int64 = 0
  /// The time integral of the number of waiting units.
  public var waitingArea: Int64 = 0
  /// The time integral of the number of units in service, including interruptions outside working hours.
  public var presentArea: Int64 = 0
  /// The time integrals of the number of busy servers, within working hours and outside them.
  public var busyInHours: Int64 = 0
  public var overtime: Int64 = 0
  /// The working time that has elapsed.
  public var workingTime: Int64 = 0
  /// The total service time of all units begun.
  public var serviceTime: Int64 = 0

  init() {}
}

/// Cards of one order that arrived at a station together and wait in its queue.
struct WaitingCards: BitwiseCopyable {
  var order: OrderIndex
  /// The number of the first card still waiting, and the number of cards waiting; an order processed as a whole counts
  /// as one card.
  var first: Int32
  var count: Int32
  /// The time at which they arrived.
  var since: Int64
}

/// The queue of a station, in a ring buffer that grows as needed.
struct WaitingLine {
  private var ring: [WaitingCards]
  private var mask: Int
  private var head = 0
  private(set) var count = 0

  init() {
    ring = Array(
      repeating: WaitingCards(order: .none, first: 0, count: 0, since: 0), count: Self.leastRoom)
    mask = Self.leastRoom - 1
  }

  private static let leastRoom = 64

  /// Adds `cards` at the end.
  ///
  /// - Complexity: O(1) amortised.
  mutating func append(_ cards: WaitingCards) {
    if count == ring.count { grow() }
    ring[(head &+ count) & mask] = cards
    count &+= 1
  }

  /// The cards at the front.
  ///
  /// - Precondition: the queue is not empty.
  var first: WaitingCards {
    get { ring[head] }
    _modify { yield &ring[head] }
  }

  /// Removes the cards at the front.
  mutating func removeFirst() {
    head = (head &+ 1) & mask
    count &-= 1
  }

  /// Calls `body` with all waiting cards, from the front.
  func visit(_ body: (WaitingCards) -> Void) {
    for place in 0..<count { body(ring[(head &+ place) & mask]) }
  }

  private mutating func grow() {
    var grown: [WaitingCards] = []
    grown.reserveCapacity(2 * ring.count)
    grown += ring[head...]
    grown += ring[..<head]
    grown += Array(
      repeating: WaitingCards(order: .none, first: 0, count: 0, since: 0), count: ring.count)
    ring = grown
    head = 0
    mask = ring.count - 1
  }
}

/// A service law with precomputed parameters for drawing.
package struct ServiceTimes {
  private let family: ServiceLaw.Family
  /// The mean in milliseconds, the mean of the logarithm for the lognormal law, or the shape for the gamma law.
  private let first: Double
  /// The standard deviation of the logarithm for the lognormal law, or the scale in milliseconds for the gamma law.
  private let second: Double

  package init(_ law: ServiceLaw) {
    let mean = Double(law.mean.rawValue)
    let squares = law.cv * law.cv
    switch law.family {
    // Without spread, both always give their mean.
    case .lognormal where law.cv == 0 || mean == 0, .gamma where law.cv == 0 || mean == 0, .fixed,
      .exponential where mean == 0:
      (family, first, second) = (.fixed, mean, 0)
    case .exponential: (family, first, second) = (.exponential, mean, 0)
    case .lognormal:
      (family, first, second) = (
        .lognormal, Rounded.log(mean) - Rounded.log1p(squares) / 2, Rounded.log1p(squares).squareRoot()
      )
    case .gamma: (family, first, second) = (.gamma, 1 / squares, mean * squares)
    }
  }

  /// Returns the service time of card `card` (0 if the order is processed as a whole) of the order with the id `order`
  /// at `station`, in whole milliseconds, capped at some thirty years.
  @inline(__always)
  package func draw(_ random: RandomSource, order: UInt64, station: Int, card: Int32) -> Int64 {
    if family == .fixed { return Int64(first) }
    var stream = random.stream(.service, order, UInt64(truncatingIfNeeded: station), UInt64(UInt32(card)))
    let span: Double
    switch family {
    case .fixed: span = first
    case .exponential: span = -first * Rounded.log(stream.uniformOpen())
    case .lognormal: span = Rounded.exp(first + second * stream.normal())
    case .gamma: span = stream.gamma(shape: first, scale: second)
    }
    return Int64(min(span, 1e12).rounded())
  }
}
