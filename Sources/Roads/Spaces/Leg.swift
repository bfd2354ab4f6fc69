import Quantities

/// The part of a car's track from a stop, or from a diversion, to the next stop.
///
/// The odometer reading at the start is computed lazily, because it depends on all earlier legs. After a leg has been
/// moved, its readings are bit-identical to those obtained by writing out the vertices and then moving them.
struct Leg {
  let way: Way
  /// The departure time at the origin.
  var departure: Milliseconds
  /// The odometer reading at the origin, unless `past` is set.
  private var start: Metres
  /// The earlier readings at the origin; nil for most legs, whose reading is known from the start and never changes.
  private var past: Past?
  /// The odometer reading at the destination, set when a later leg is planned while the reading is still unknown; nil
  /// otherwise.
  private var afterwards: Reading.EndOfLeg?
  /// The first point not reached because the car turns off; node `.max` if the car drives to the destination.
  var limit = TrackIndex(leg: 0, node: .max, bend: 0)

  init(_ way: Way, departure: Milliseconds, reading: Reading) {
    self.way = way
    self.departure = departure
    if case .known(let metres) = reading {
      (start, past) = (metres, nil)
    } else {
      (start, past) = (0, Past([reading]))
    }
  }

  /// The arrival time at the destination.
  @inline(__always)
  var end: Milliseconds { departure + way.duration }

  /// The odometer reading at the departure.
  private var reading: Reading { if let past { past.last } else { .known(start) } }

  /// The odometer reading at the departure, metres.
  @inline(__always)
  var startReading: Metres { if let past { past.last.metres } else { start } }

  /// Moves the leg to a new `departure` with the odometer at `reading`.
  mutating func move(to departure: Milliseconds, _ reading: Reading) {
    self.departure = departure
    guard !self.reading.isSurely(reading) else { return }
    past = Past(past.map { $0.readings + [reading] } ?? [.known(start), reading])
    afterwards = nil
  }

  /// Returns the odometer reading at the destination, computed later if still unknown.
  mutating func readingAfterwards() -> Reading {
    if way.isMeasured, past?.isKnown != false { return .known(endReading) }
    if let afterwards { return .atEnd(afterwards) }
    let end = Reading.EndOfLeg(of: self)
    afterwards = end
    return .atEnd(end)
  }

  /// Returns the odometer reading at a point `metres` after the origin.
  @inline(__always)
  func odometer(after metres: Metres) -> Metres {
    if let past { past.odometer(after: metres) } else { start + metres }
  }

  /// The odometer reading at the destination.
  @inline(__always)
  var endReading: Metres {
    if case .standing = way.course { return startReading }
    return odometer(after: way.metres)
  }

  /// The vertex at the origin.
  @inline(__always)
  var origin: Track.Vertex {
    Track.Vertex(place: way.origin, time: departure, odometer: startReading)
  }

  /// Returns the vertex at a point of the route.
  func vertex(at cursor: borrowing WayCursor) -> Track.Vertex {
    let point = cursor.point
    let isOrigin = cursor.node == 0 && cursor.bend == 0
    return Track.Vertex(
      place: point.place, time: departure + point.travel.duration,
      odometer: isOrigin ? startReading : odometer(after: point.travel.metres), isBend: point.isBend)
  }

  /// Whether the car turns off before the destination.
  @inline(__always)
  var isCut: Bool { limit.node < .max }

  /// The last node before the car turns off, and whether the bends after it are part of the leg.
  ///
  /// - Precondition: the leg is cut.
  var last: (node: Int, bends: Bool) { limit.bend > 0 ? (limit.node, false) : (limit.node - 1, true) }

  /// Returns whether the car has reached the destination at `time`.
  @inline(__always)
  func isOver(at time: Milliseconds) -> Bool { !isCut && time >= end }

  /// Returns whether point (`node`, `bend`) is part of the leg.
  @inline(__always)
  func contains(_ node: Int, _ bend: Int) -> Bool {
    node < limit.node || (node == limit.node && bend < limit.bend)
  }
}

extension Leg {
  /// The odometer readings at the origin, as first planned and after each move.
  fileprivate final class Past {
    let readings: [Reading]
    /// Whether all readings have been computed.
    let isKnown: Bool

    /// - Precondition: there is at least one reading.
    init(_ readings: [Reading]) {
      self.readings = readings
      isKnown = readings.allSatisfy { if case .known = $0 { true } else { false } }
    }

    var last: Reading { readings[readings.count - 1] }

    func odometer(after metres: Metres) -> Metres {
      var last = readings[0].metres
      var odometer = last + metres
      for move in readings.dropFirst() {
        let reading = move.metres
        // Rounding may put a step of zero metres just below the reading at the origin.
        odometer = max(reading, odometer + (reading - last))
        last = reading
      }
      return odometer
    }
  }
}

/// The odometer reading at the beginning of a leg, computed lazily.
enum Reading {
  case known(Metres)
  case atEnd(EndOfLeg)

  /// The end of a leg of unknown length.
  final class EndOfLeg {
    private var leg: Leg?
    private var reading: Metres = 0

    init(of leg: Leg) { self.leg = leg }

    var metres: Metres {
      if let leg {
        reading = leg.endReading
        self.leg = nil
      }
      return reading
    }
  }

  var metres: Metres {
    switch self {
    case .known(let metres): metres
    case .atEnd(let leg): leg.metres
    }
  }

  /// Returns whether the two readings are certainly equal, without computing either.
  func isSurely(_ other: Reading) -> Bool {
    switch (self, other) {
    case (.known(let metres), .known(let others)): metres == others
    case (.atEnd(let leg), .atEnd(let other)): leg === other
    default: false
    }
  }
}

/// The legs of a track, read in place: an array would return copies, each of which updates three reference counts.
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

  /// Returns the address of leg `number`, valid until the list changes.
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

  /// Removes and returns all legs except the first `count`.
  ///
  /// - Precondition: there are more than `count` legs.
  mutating func take(behind count: Int) -> LegList {
    defer { truncate(to: count) }
    return LegList(Array(legs[count...]))
  }

  /// Removes all legs except the first `count`.
  mutating func truncate(to count: Int) { legs.removeLast(legs.count - count) }

  /// Prefetches the first leg of the list at `address`; called shortly before it is read.
  @inline(__always)
  static func fetch(at address: UnsafePointer<LegList>) {
    if let legs = address.pointer(to: \.legs) { Memory.fetch(unseen: legs, at: 0) }
  }

  /// Prefetches the written-out part of the first route, after the leg itself was prefetched.
  ///
  /// A course along links is an object's address, read as a number: retaining the object would update its reference
  /// count, and wait for its memory. Other courses are small numbers, and prefetching them does no harm.
  @inline(__always)
  func fetchWay() {
    guard let offset = MemoryLayout<Leg>.offset(of: \.way.course) else { return }
    let course = UnsafeRawPointer(address(of: 0)).load(fromByteOffset: offset, as: UInt.self)
    guard course > 4096, let object = UnsafeRawPointer(bitPattern: course) else { return }
    Memory.fetch(object)
    Memory.fetch(object + 64)
  }
}
