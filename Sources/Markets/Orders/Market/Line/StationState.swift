import Lifecycle
import Quantities

/// A station at work, with its queue, the number of its busy servers, and its measurements.
///
/// The queue is measured twice over: by its area, cards × time while the run goes on, and by what each waited; that both
/// agree is Little's law, in whole milliseconds.
struct StationState {
  let station: Station
  let service: ServiceTimes
  let isPerOrder: Bool
  /// The place in the line.
  let index: Int
  private var cursor: WorkCursor
  /// The time outside of outages, where work in hand goes on after hours; nil for a run without outages.
  private var running: WorkCursor?
  private var lastRunning: Int64 = 0
  var waiting = WaitingLine()
  var idle: Int32
  /// True if an opening is scheduled.
  var awaitsOpening = false
  var tally: StationTally
  private var last: Int64 = 0
  private var lastWork: Int64 = 0
  /// The time at which the queue is noted next, and the time after which it is noted again.
  private var nextNote = Int64.max
  private var noteInterval = Int64.max

  /// Creates an idle station to which at most `units` will come.
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

  /// Measures what went on until `time`, before something changes.
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

  /// Notes the queue each time `interval` has passed, as it is just before.
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

  /// Returns the time at which work of `span` that is begun at `time`, in hours, is done.
  @inline(__always)
  mutating func end(of span: Int64, from time: Int64) -> Int64 {
    if station.atClose == .resume { return cursor.end(of: span, from: time) }
    return running?.end(of: span, from: time) ?? time &+ span
  }
}

/// The counts of a station. A unit is a card, or an order at a station that serves orders as a whole; spans are
/// milliseconds.
public struct StationTally: Hashable, Sendable {
  /// Units that came, that were begun, that were done, and that were taken out of the line unbegun.
  public var arrived: Int64 = 0
  public var begun: Int64 = 0
  public var done: Int64 = 0
  public var removed: Int64 = 0
  /// Units that wait, and the most that ever did.
  public var waiting: Int64 = 0
  public var mostWaiting: Int64 = 0
  /// The waits of those that were begun, in the order in which they were begun.
  public var waits: [Int64] = []
  /// Units that waited each time an interval had passed; empty unless asked for.
  public var queue: [Int64] = []
  /// The total wait of those that were taken out unbegun.
  public var waitOfRemoved: Int64 = 0
  /// Units × time that waited.
  public var waitingArea: Int64 = 0
  /// Units × time in service, rests outside of hours included.
  public var presentArea: Int64 = 0
  /// Servers × time at work within hours, and beyond them.
  public var busyInHours: Int64 = 0
  public var overtime: Int64 = 0
  /// The time in hours that has passed.
  public var workingTime: Int64 = 0
  /// The total time of the services that were begun.
  public var serviceTime: Int64 = 0

  init() {}
}
