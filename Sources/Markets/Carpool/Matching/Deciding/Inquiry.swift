public import Quantities
import Spaces
public import Travellers

/// A question to a fleet: who can take `request` along, and how.
///
/// It counts no reference unless it must: what it asks for stands in the list of a run, which outlives it, and hardly any driver is
/// left out. A request is four lines of the cache long and an inquiry is handed on and on: copies of requests were an eighth of
/// the instructions of a day on a plane, and counting who holds their list a tenth of its time.
public struct Inquiry {
  /// The request: who asks, from where to where, and within what limits.
  @inlinable public var request: Request {
    @inline(__always) _read {
      defer { extendLifetime(own) }
      yield place.pointee
    }
  }
  @usableFromInline let place: UnsafePointer<Request>
  /// The fields that are stored nowhere else; nil for most inquiries.
  @usableFromInline let own: Belongings?
  /// The request's place in the run's input; `.none` where it does not matter.
  public let index: RequestIndex
  /// The promise that the request would get.
  public let promise: Promise
  /// The time of the decision.
  public let time: Milliseconds
  /// True if it is agreed where car and passenger meet: at the ends of the request's trip.
  public internal(set) var isMeetingAgreed: Bool
  /// The time at which a passenger who walks is at the pickup: nobody is picked up before.
  public internal(set) var ready = Milliseconds.zero

  /// True if the request stands as it is in the list of a run.
  var standsInList: Bool { own?.request.indices.isEmpty ?? true }

  /// Drivers who must not be asked: they declined in this cycle, or took the passenger and cancelled.
  public var excluded: [DriverIndex] { own?.excluded ?? [] }

  /// The position of the party, and the one where it goes.
  var ends: (pickup: Position, dropoff: Position) { (request.origin.position, request.destination.position) }

  /// Asks for `request`, of which a copy is kept.
  public init(
    _ request: Request, as index: RequestIndex = .none, promise: Promise, at time: Milliseconds,
    excluded: [DriverIndex] = [], isMeetingAgreed: Bool = false
  ) {
    let own = Belongings(request, excluded: excluded)
    self.own = own
    place = own.request.first
    self.index = index
    self.promise = promise
    self.time = time
    self.isMeetingAgreed = isMeetingAgreed
  }

  /// Asks for the request at `place` of a list.
  ///
  /// - Precondition: the list is there, and unchanged, for as long as the inquiry is used.
  @inline(__always)
  init(
    at place: UnsafePointer<Request>, as index: RequestIndex, promise: Promise, at time: Milliseconds,
    excluded: [DriverIndex]
  ) {
    self.place = place
    own = excluded.isEmpty ? nil : Belongings(excluded: excluded)
    self.index = index
    self.promise = promise
    self.time = time
    isMeetingAgreed = false
  }

  /// Asks for request `index` of a run, which stands there among its `requests`.
  ///
  /// - Precondition: the list is there, and unchanged, for as long as the inquiry is used.
  package init(
    _ index: RequestIndex, of requests: borrowing [Request], promise: Promise, at time: Milliseconds
  ) {
    self.init(at: requests.address(of: index), as: index, promise: promise, at: time, excluded: [])
  }

  /// The fields that an inquiry keeps for itself.
  @usableFromInline
  final class Belongings {
    /// A request that stands in no list of a run.
    fileprivate let request: FixedList<Request>
    fileprivate let excluded: [DriverIndex]

    fileprivate init(_ request: Request, excluded: [DriverIndex]) {
      self.request = FixedList(repeating: request, count: 1)
      self.excluded = excluded
    }

    fileprivate init(excluded: [DriverIndex]) {
      request = FixedList()
      self.excluded = excluded
    }
  }
}
