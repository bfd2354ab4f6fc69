import Quantities

/// Cards waiting before a station: cards of one order that arrived together, first in, first out.
struct WaitingCards: BitwiseCopyable {
  var order: OrderIndex
  /// The number of the first that still waits, and how many wait; an order processed as a whole counts as
  /// one.
  var first: Int32
  var count: Int32
  /// The time at which they arrived.
  var since: Int64
}

/// A queue in a ring buffer that grows as needed.
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
