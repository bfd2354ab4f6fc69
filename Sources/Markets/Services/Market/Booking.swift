import Quantities
import Spaces

/// An interval of a provider's calendar that is kept for a job.
struct Booking {
  enum State: UInt8 {
    /// Offered, and not answered yet.
    case held
    case confirmed
    /// Confirmed, and the provider will not come.
    case missed
    /// Cancelled while the provider was on the way: they go on, and are free there; it ends with the arrival.
    case void
  }

  var job: JobIndex
  var state: State
  /// The planned beginning and end of the work, milliseconds.
  var start: Int64
  var end: Int64
  /// The beginning of the stretch of working hours in which it lies: each stretch begins at the base.
  var stretch: Int64
  var place: Place
}

/// The state and the plans of a provider.
struct ProviderState {
  enum Phase: UInt8 {
    /// Nothing to go to, or not set out yet.
    case idle
    case atWork
  }

  var phase = Phase.idle
  /// The bookings by ascending start, apart from each other as planned.
  var calendar: [Booking] = []
  /// The job that the provider is at, on the way to, or goes to next; `.none` without one.
  var head = JobIndex.none
  /// The time at which the provider sets out, or set out, for it.
  var departs = Int64.max
  /// The place of the provider when idle, and the stretch of hours in which they came there.
  var place: Place
  var stretch = Int64.min

  init(base: Place) { place = base }

  /// The place in the calendar of the booking of `job`.
  @inline(__always)
  func position(of job: JobIndex) -> Int? { calendar.firstIndex { $0.job == job } }

  /// Tells whether the head is at its place in the calendar for good, so that nothing is put before it; asked of the parts of a state:
  /// to ask the state itself would copy it, calendar and all.
  static func isUnderWay(to head: JobIndex, _ phase: Phase, _ departs: Int64, at time: Int64) -> Bool {
    head != .none && (phase == .atWork || departs <= time)
  }

  /// The provider comes to `booking`.
  mutating func come(to booking: Booking) { (place, stretch) = (booking.place, booking.stretch) }

  /// The provider begins the work of the booking at `head`, which is planned to end at `end`.
  mutating func begin(_ head: Int, until end: Int64) {
    phase = .atWork
    calendar[head].end = end
  }

  mutating func remove(_ job: JobIndex) {
    if let place = position(of: job) { calendar.remove(at: place) }
  }

  mutating func setState(_ state: Booking.State, of job: JobIndex) {
    if let place = position(of: job) { calendar[place].state = state }
  }

  /// Ends the plan for `job`, on whose way the provider is, where the provider comes to it: `work` before its planned end.
  mutating func callOff(_ job: JobIndex, work: Milliseconds) {
    guard let place = position(of: job) else { return }
    calendar[place].state = .void
    // What is late by plan ends as much later as it begins, so that the arrival is the end less the work.
    calendar[place].end -= work.rawValue
  }

  mutating func insert(_ booking: Booking) {
    let place = calendar.firstIndex { $0.start > booking.start } ?? calendar.count
    calendar.insert(booking, at: place)
  }
}
