import Quantities
import Spaces

/// An interval of a provider's calendar reserved for a job.
struct Booking {
  enum State: UInt8 {
    /// Offered, but not answered yet.
    case held
    case confirmed
    /// Confirmed, but the provider will not come.
    case missed
    /// Cancelled while the provider was under way. They complete the trip and are then free; the booking ends on
    /// arrival.
    case void
  }

  var job: JobIndex
  var state: State
  /// The planned start and end of the work, in milliseconds.
  var start: Int64
  var end: Int64
  /// The start of the span of working hours that contains the booking; in each span, the provider starts from the base.
  var stretch: Int64
  var place: Place
}

/// The state and plans of a provider.
struct ProviderState {
  enum Phase: UInt8 {
    /// The provider has no next job, or has not set out for it yet.
    case idle
    case atWork
  }

  var phase = Phase.idle
  /// The bookings, sorted by start, with no planned overlap.
  var calendar: [Booking] = []
  /// The job the provider is working on, travelling to, or doing next; `.none` if there is none.
  var head = JobIndex.none
  /// The time at which the provider sets out, or has set out, for the `head` job.
  var departs = Int64.max
  /// The provider's place when idle, and the span of working hours in which they arrived there.
  var place: Place
  var stretch = Int64.min

  init(base: Place) { place = base }

  /// Returns the position in the calendar of the booking of `job`.
  @inline(__always)
  func position(of job: JobIndex) -> Int? { calendar.firstIndex { $0.job == job } }

  /// Returns whether the head's position in the calendar is fixed, so that nothing is inserted before it. The method is
  /// static and takes parts of a state, because an instance method would copy the calendar.
  static func isUnderWay(to head: JobIndex, _ phase: Phase, _ departs: Int64, at time: Int64) -> Bool {
    head != .none && (phase == .atWork || departs <= time)
  }

  /// Records that the provider arrives at the place of `booking`.
  mutating func come(to booking: Booking) { (place, stretch) = (booking.place, booking.stretch) }

  /// Records that the provider begins the work of the booking at `head`, which is planned to end at `end`.
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

  /// Shortens the booking of `job`, to which the provider is travelling, by `work`, so that it ends on arrival.
  mutating func callOff(_ job: JobIndex, work: Milliseconds) {
    guard let place = position(of: job) else { return }
    calendar[place].state = .void
    // Work that starts late is planned to end late by the same time, so the arrival is the end minus the
    // work.
    calendar[place].end -= work.rawValue
  }

  mutating func insert(_ booking: Booking) {
    let place = calendar.firstIndex { $0.start > booking.start } ?? calendar.count
    calendar.insert(booking, at: place)
  }
}
