public import Quantities
import Spaces
public import Travellers

/// What is asked of a fleet: who can take `request` along, and how.
public struct Inquiry: Sendable {
  /// Who requests, from where to where, and within what limits.
  ///
  /// It stands in a list, and is looked at there: a request is four lines of the cache long, and an inquiry is handed on and
  /// on. Copies of requests were an eighth of the instructions of a day on a plane.
  @inlinable public var request: Request {
    @inline(__always) _read { yield requests[place] }
  }
  @usableFromInline let requests: [Request]
  @usableFromInline let place: Int
  /// The request's place in the run's input; `.none` where nobody needs to know.
  public let index: RequestIndex
  /// What the request would be promised.
  public let promise: Promise
  /// When it is decided.
  public let time: Milliseconds
  /// Drivers who must not be asked: they declined in this cycle, or took the passenger and cancelled.
  public let excluded: [DriverIndex]
  /// Whether it is agreed where car and passenger meet: at the ends of the request's trip.
  public internal(set) var isMeetingAgreed: Bool
  /// When a passenger who walks is at the pickup: nobody is picked up before.
  public internal(set) var ready = Milliseconds.zero

  /// Where the party is and where it goes.
  var ends: (pickup: Position, dropoff: Position) {
    requests.withUnsafeBufferPointer { ($0[place].origin.position, $0[place].destination.position) }
  }

  /// Asks for `request`.
  public init(
    _ request: Request, as index: RequestIndex = .none, promise: Promise, at time: Milliseconds,
    excluded: [DriverIndex] = []
  ) {
    self.init(in: [request], at: 0, as: index, promise: promise, at: time, excluded: excluded)
  }

  /// Asks for the request at `place` of `requests`.
  @inline(__always)
  init(
    in requests: [Request], at place: Int, as index: RequestIndex, promise: Promise, at time: Milliseconds,
    excluded: [DriverIndex], isMeetingAgreed: Bool = false
  ) {
    precondition(requests.indices.contains(place), "the request stands in the list")
    self.requests = requests
    self.place = place
    self.index = index
    self.promise = promise
    self.time = time
    self.excluded = excluded
    self.isMeetingAgreed = isMeetingAgreed
  }
}
