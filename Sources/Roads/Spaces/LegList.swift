import Quantities

/// The legs of a track, read in place: an array returns copies, each of which counts three references.
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

  /// Returns the address of leg `number`, valid while the list is unchanged.
  @inline(__always)
  func address(of number: Int) -> UnsafePointer<Leg> {
    legs.withUnsafeBufferPointer { legs in
      precondition(legs.indices.contains(number), "the leg is not forgotten")
      return UnsafePointer(legs.baseAddress! + number)
    }
  }

  mutating func append(_ leg: consuming Leg) {
    // A plan with one passenger has three or four legs: they are moved once.
    if legs.count == legs.capacity { legs.reserveCapacity(max(4, 2 * legs.count)) }
    legs.append(leg)
  }

  mutating func removeFirst(_ count: Int) { if count > 0 { legs.removeFirst(count) } }

  /// Removes and returns all legs but the first `count`.
  ///
  /// - Precondition: there are more.
  mutating func take(behind count: Int) -> LegList {
    defer { truncate(to: count) }
    return LegList(Array(legs[count...]))
  }

  /// Removes all legs but the first `count`.
  mutating func truncate(to count: Int) { legs.removeLast(legs.count - count) }

  /// Prefetches the first leg of the list at `address`, needed soon.
  @inline(__always)
  static func fetch(at address: UnsafePointer<LegList>) {
    if let legs = address.pointer(to: \.legs) { Memory.fetch(unseen: legs, at: 0) }
  }

  /// Prefetches the written-out part of the first way, after the leg itself was prefetched.
  ///
  /// A course along links is an object's address, read as a number: holding the object would count a reference to
  /// it, and wait for it. Other courses are small numbers, and prefetching them does no harm.
  @inline(__always)
  func fetchWay() {
    guard let offset = MemoryLayout<Leg>.offset(of: \.way.course) else { return }
    let course = UnsafeRawPointer(address(of: 0)).load(fromByteOffset: offset, as: UInt.self)
    guard course > 4096, let object = UnsafeRawPointer(bitPattern: course) else { return }
    Memory.fetch(object)
    Memory.fetch(object + 64)
  }
}
