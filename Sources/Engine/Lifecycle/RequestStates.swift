public import Quantities

/// The states of all requests of a run.
///
/// A state is stored only while its request is under way. A day has millions of requests, but only a few thousand are
/// under way at the same time, so their states fit in the processor's cache.
@usableFromInline
struct RequestStates: ~Copyable {
  /// The index of each request's state in `pool`; after the request's end, its last attempt, encoded as a negative
  /// number.
  @usableFromInline var places: FixedList<Int32>
  /// The two shared states, then those of requests under way.
  @usableFromInline var pool: UnsafeMutablePointer<RequestState>
  @usableFromInline var capacity = 64
  /// The number of places in `pool` used so far.
  @usableFromInline var used: Int32 = 2
  /// The head of the list of free places in `pool`; 0 if there are none. The link to the next one is stored in
  /// `lastAttempt`.
  @usableFromInline var free: Int32 = 0

  /// The place of the initial state, which all unsubmitted requests share.
  @inlinable static var fresh: Int32 { 0 }
  /// The place of the final state, which all ended requests share.
  @inlinable static var ended: Int32 { 1 }

  @inlinable
  init(count: Int) {
    places = FixedList(repeating: Self.fresh, count: count)
    pool = Self.pool(of: capacity)
    pool[Int(Self.ended)].phase = .ended
  }

  @inlinable
  deinit { pool.deallocate() }

  /// The indices of all requests.
  @inlinable var indices: Range<Int> { places.indices }

  /// The state of a request.
  ///
  /// - Precondition: only requests that have not ended are changed.
  @inlinable
  subscript(request: Int) -> RequestState {
    @inline(__always) unsafeAddress {
      let place = places[request]
      return UnsafePointer(pool + Int(place < 0 ? Self.ended : place))
    }
    @inline(__always) unsafeMutableAddress {
      var place = places[request]
      if place <= 0 { place = newPlace(for: request) }
      return pool + Int(place)
    }
  }

  /// The index in the records of the last attempt of `request`; -1 if there was none.
  @inlinable
  func lastAttempt(of request: Int) -> Int {
    let place = places[request]
    return place < 0 ? -2 - Int(place) : Int(pool[Int(place)].lastAttempt)
  }

  /// Discards the state of `request`, which has ended, except for the index of its last attempt.
  @inlinable
  mutating func end(_ request: Int) {
    let place = places[request]
    places[request] = Int32(-2 - lastAttempt(of: request))
    guard place > 0 else { return }
    pool[Int(place)].lastAttempt = free
    free = place
  }

  /// Prefetches the state of `request`.
  @inlinable
  @inline(__always)
  func fetch(_ request: Int) { Memory.fetch(pool + Int(max(0, places[request]))) }

  /// Assigns a place in `pool` to `request`.
  @usableFromInline
  mutating func newPlace(for request: Int) -> Int32 {
    precondition(places[request] == Self.fresh, "a request that has ended does not change")
    var place = free
    if place > 0 {
      free = pool[Int(place)].lastAttempt
      pool[Int(place)] = RequestState()
    } else {
      if Int(used) == capacity { grow() }
      place = used
      used += 1
    }
    places[request] = place
    return place
  }

  /// Allocates memory for `capacity` states, aligned to cache lines.
  @usableFromInline
  static func pool(of capacity: Int) -> UnsafeMutablePointer<RequestState> {
    let pool = UnsafeMutableRawPointer.allocate(
      byteCount: capacity * MemoryLayout<RequestState>.stride, alignment: 64
    ).bindMemory(to: RequestState.self, capacity: capacity)
    pool.initialize(repeating: RequestState(), count: capacity)
    return pool
  }

  private mutating func grow() {
    let larger = Self.pool(of: 2 * capacity)
    larger.update(from: pool, count: capacity)
    pool.deallocate()
    pool = larger
    capacity *= 2
  }
}
