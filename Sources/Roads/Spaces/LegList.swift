import Quantities

/// The legs of a track, which are read where they stand: an array hands out copies, and a copy counts three references.
struct LegList {
  private var legs: [Leg]

  init(_ first: Leg) { legs = [first] }

  private init(_ legs: [Leg]) { self.legs = legs }

  var count: Int { legs.count }

  /// Leg `number`.
  subscript(number: Int) -> Leg {
    @inline(__always) unsafeAddress { address(of: number) }
    _modify { yield &legs[number] }
  }

  /// Returns the address of leg `number`, as long as the list is there and unchanged.
  @inline(__always)
  func address(of number: Int) -> UnsafePointer<Leg> {
    legs.withUnsafeBufferPointer { legs in
      precondition(legs.indices.contains(number), "the leg is not forgotten")
      return UnsafePointer(legs.baseAddress! + number)
    }
  }

  mutating func append(_ leg: consuming Leg) {
    // A plan that takes somebody along has three legs or more: they move once.
    if legs.count == legs.capacity { legs.reserveCapacity(max(4, 2 * legs.count)) }
    legs.append(leg)
  }

  mutating func removeFirst(_ count: Int) { if count > 0 { legs.removeFirst(count) } }

  /// Removes all legs but the first `count`, and gives them.
  ///
  /// - Precondition: there are more.
  mutating func take(behind count: Int) -> LegList {
    defer { truncate(to: count) }
    return LegList(Array(legs[count...]))
  }

  /// Removes all legs but the first `count`.
  mutating func truncate(to count: Int) { legs.removeLast(legs.count - count) }

  /// Fetches the first leg, of which something is asked soon.
  func fetch() { Memory.fetch(legs, at: 0) }
}
