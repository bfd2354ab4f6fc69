public import Quantities
import Spaces
public import Travellers

/// A query to a fleet: which drivers can serve `request`, and how.
///
/// It avoids copies and reference counts: the request stays in the run's list, which outlives the query, and excluded
/// drivers are rare. A request takes four cache lines, and an inquiry is passed through many calls. On a plane, copying
/// requests took an eighth of a day's instructions, and counting references to their list a tenth of its time.
public struct Inquiry {
  /// The request, with requester, trip and limits.
  @inlinable public var request: Request {
    @inline(__always) _read {
      defer { extendLifetime(own) }
      yield place.pointee
    }
  }
  @usableFromInline let place: UnsafePointer<Request>
  /// The fields that the inquiry owns; nil for most inquiries.
  @usableFromInline let own: Belongings?
  /// The request's index in the run's input; `.none` if irrelevant.
  public let index: RequestIndex
  /// The promise for the request.
  public let promise: Promise
  /// The decision time.
  public let time: Milliseconds
  /// Whether car and passenger have already agreed to meet at the trip's origin and destination.
  public internal(set) var isMeetingAgreed: Bool
  /// The time at which a walking passenger reaches the pickup, and so the earliest boarding time.
  public internal(set) var ready = Milliseconds.zero

  /// Whether the request is stored in the run's list.
  var standsInList: Bool { own?.request.indices.isEmpty ?? true }

  /// The excluded drivers, who declined in this cycle, or accepted the passenger and then cancelled.
  public var excluded: [DriverIndex] { own?.excluded ?? [] }

  /// The positions of the pickup and the drop-off.
  var ends: (pickup: Position, dropoff: Position) { (request.origin.position, request.destination.position) }

  /// Creates an inquiry with a copy of `request`.
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

  /// Creates an inquiry for the request stored at `place`.
  ///
  /// - Precondition: the list of requests outlives the inquiry, and does not change.
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

  /// Creates an inquiry for request `index` of a run, stored in `requests`.
  ///
  /// - Precondition: the list outlives the inquiry, and does not change.
  package init(
    _ index: RequestIndex, of requests: borrowing [Request], promise: Promise, at time: Milliseconds
  ) {
    self.init(at: requests.address(of: index), as: index, promise: promise, at: time, excluded: [])
  }

  /// The fields owned by an inquiry.
  @usableFromInline
  final class Belongings {
    /// A copy of the request, if it is not stored in the run's list.
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
