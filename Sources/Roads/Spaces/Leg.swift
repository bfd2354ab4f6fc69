import Quantities

/// A way that a car drives from a stop, or from where it turned, to the next.
///
/// The reading of the odometer where the leg begins is known late, for it depends on all ways before; and where a plan moves a
/// leg, the readings move as if every vertex had been written down and moved, to the last bit.
struct Leg {
  let way: Way
  /// The time at which the car leaves the origin.
  var departure: Milliseconds
  /// The odometer at the origin, unless `past` tells.
  private var start: Metres
  /// The history of the reading at the origin; nil for most, where it was known when the leg was planned and never moved.
  private var past: Past?
  /// The odometer at the destination, once a leg has been planned behind and nobody knew.
  private var afterwards: Reading.EndOfLeg?
  /// The first point that is no more part of the leg: the car has turned.
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

  /// The time at which the car reaches the destination.
  @inline(__always)
  var end: Milliseconds { departure + way.duration }

  /// The odometer as the car leaves the origin.
  private var reading: Reading { if let past { past.last } else { .known(start) } }

  /// The odometer as the car leaves the origin, metres.
  @inline(__always)
  var startReading: Metres { if let past { past.last.metres } else { start } }

  /// Moves the leg so that the car leaves at `departure` and the odometer then has `reading`.
  mutating func move(to departure: Milliseconds, _ reading: Reading) {
    self.departure = departure
    guard !self.reading.isSurely(reading) else { return }
    past = Past(past.map { $0.readings + [reading] } ?? [.known(start), reading])
    afterwards = nil
  }

  /// The odometer at the destination, as it will be.
  mutating func readingAfterwards() -> Reading {
    if way.isMeasured, past?.isKnown != false { return .known(endReading) }
    if let afterwards { return .atEnd(afterwards) }
    let end = Reading.EndOfLeg(of: self)
    afterwards = end
    return .atEnd(end)
  }

  /// The odometer at a point behind the origin, `metres` away from it.
  @inline(__always)
  func odometer(after metres: Metres) -> Metres {
    if let past { past.odometer(after: metres) } else { start + metres }
  }

  /// The odometer at the destination.
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

  /// The vertex at a point of the way.
  func vertex(at cursor: borrowing WayCursor) -> Track.Vertex {
    let point = cursor.point
    let isOrigin = cursor.node == 0 && cursor.bend == 0
    return Track.Vertex(
      place: point.place, time: departure + point.travel.duration,
      odometer: isOrigin ? startReading : odometer(after: point.travel.metres), isBend: point.isBend)
  }

  /// True if the car turns before the destination.
  @inline(__always)
  var isCut: Bool { limit.node < .max }

  /// The last node before the car turns, and whether the bends behind it are part of the leg.
  ///
  /// - Precondition: the leg is cut.
  var last: (node: Int, bends: Bool) { limit.bend > 0 ? (limit.node, false) : (limit.node - 1, true) }

  /// Tells whether the car has reached the destination at `time`.
  @inline(__always)
  func isOver(at time: Milliseconds) -> Bool { !isCut && time >= end }

  /// Tells whether point (`node`, `bend`) is part of the leg: the car does not turn before.
  @inline(__always)
  func contains(_ node: Int, _ bend: Int) -> Bool {
    node < limit.node || (node == limit.node && bend < limit.bend)
  }
}

extension Leg {
  /// The readings of the odometer at the origin as planned first, and after each move.
  fileprivate final class Past {
    let readings: [Reading]
    /// True if none of them has to be worked out.
    let isKnown: Bool

    /// - Precondition: there is a first reading.
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
        // A step without metres may round to just below the reading at the origin.
        odometer = max(reading, odometer + (reading - last))
        last = reading
      }
      return odometer
    }
  }
}

/// The reading of an odometer at the beginning of a leg: worked out when somebody asks.
enum Reading {
  case known(Metres)
  case atEnd(EndOfLeg)

  /// A leg whose length nobody has asked for yet.
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

  /// Tells whether `other` is the same, without working it out.
  func isSurely(_ other: Reading) -> Bool {
    switch (self, other) {
    case (.known(let metres), .known(let others)): metres == others
    case (.atEnd(let leg), .atEnd(let other)): leg === other
    default: false
    }
  }
}
