public import Quantities
public import Travellers

/// What is asked of a fleet: who can take `request` along, and how.
public struct Inquiry: Sendable {
  public let request: Request
  /// The request's place in the run's input; `.none` where nobody needs to know.
  public let index: RequestIndex
  /// What the request would be promised.
  public let promise: Promise
  /// When it is decided.
  public let time: Milliseconds
  /// Drivers who must not be asked: they declined in this cycle, or took the passenger and cancelled.
  public let excluded: [DriverIndex]
  /// Whether it is agreed where car and passenger meet: at the ends of the request's trip.
  public internal(set) var isMeetingAgreed = false
  /// When a passenger who walks is at the pickup: nobody is picked up before.
  public internal(set) var ready = Milliseconds.zero

  public init(
    _ request: Request, as index: RequestIndex = .none, promise: Promise, at time: Milliseconds,
    excluded: [DriverIndex] = []
  ) {
    self.request = request
    self.index = index
    self.promise = promise
    self.time = time
    self.excluded = excluded
  }
}
