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
    // A plan that takes somebody along has three legs or four: they move once.
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

  /// Fetches the first leg of the list at `address`, of which something is asked soon.
  @inline(__always)
  static func fetch(at address: UnsafePointer<LegList>) {
    if let legs = address.pointer(to: \.legs) { Memory.fetch(unseen: legs, at: 0) }
  }

  /// Fetches what is written out of the first way, likewise, once the leg was fetched.
  ///
  /// A course along links is the address of its object, which is read as a number: to hold the object would count a reference in it, and
  /// wait for it. Courses without one are small numbers, and whatever is fetched in their place does no harm.
  @inline(__always)
  func fetchWay() {
    guard let offset = MemoryLayout<Leg>.offset(of: \.way.course) else { return }
    let course = UnsafeRawPointer(address(of: 0)).load(fromByteOffset: offset, as: UInt.self)
    guard course > 4096, let object = UnsafeRawPointer(bitPattern: course) else { return }
    Memory.fetch(object)
    Memory.fetch(object + 64)
  }
}
