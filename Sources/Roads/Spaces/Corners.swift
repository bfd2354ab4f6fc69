public import Quantities

/// A track of straight legs, written out vertex by vertex, from which the reports and passages of cars in spaces
/// without roads are computed.
///
/// Reading a track means reading each leg and then its route: four memory accesses, each with reference counting. A
/// plan has few corners, so they are written out once for many queries. All results are bit-identical to the track's.
///
/// The raw memory is reused for the next plan and the next car; the owner deallocates it.
public struct Corners {
  /// A vertex and its index in the track, in one cache line.
  @usableFromInline
  struct Corner {
    @usableFromInline let vertex: Track.Vertex
    private let leg: Int32
    private let node: Int32
    private let bend: Int32

    init(_ vertex: Track.Vertex, at index: TrackIndex) {
      self.vertex = vertex
      (leg, node, bend) = (Int32(index.leg), Int32(index.node), Int32(index.bend))
    }

    @usableFromInline var index: TrackIndex { TrackIndex(leg: Int(leg), node: Int(node), bend: Int(bend)) }
  }

  @usableFromInline var memory: UnsafeMutablePointer<Corner>?
  private var capacity: Int32 = 0
  /// The number of vertices; 0 if no track is written out.
  @usableFromInline var size: Int32 = 0
  /// The number of the vertex last passed, as of the last query.
  @usableFromInline var passed: Int32 = 0

  /// Creates corners without a track.
  public init() { memory = nil }

  @inlinable public var isEmpty: Bool { size == 0 }

  /// The number of vertices.
  @inlinable public var count: Int { Int(size) }

  /// Frees the memory; the corners must not be used afterwards.
  public func deallocate() { memory?.deallocate() }

  /// Discards the track, and keeps the memory for another one.
  public mutating func clear() {
    size = 0
    passed = 0
  }

  /// Writes out `track`, except for its discarded part.
  ///
  /// - Precondition: it follows no links.
  public mutating func fill(with track: borrowing Track) {
    clear()
    track.forEachCorner { vertex, index in append(Corner(vertex, at: index)) }
  }

  /// Prefetches the vertices around the car, and the last one; results do not depend on it.
  public func fetch() {
    guard let memory else { return }
    let here = UnsafeRawPointer(memory + Int(passed))
    Memory.fetch(here)
    Memory.fetch(here + 64)
    Memory.fetch(UnsafeRawPointer(memory + count - 1))
  }

  private mutating func append(_ corner: Corner) {
    if size == capacity {
      let room = 2 * count + 6
      let more = UnsafeMutableRawPointer.allocate(
        byteCount: room * MemoryLayout<Corner>.stride, alignment: 64
      ).bindMemory(to: Corner.self, capacity: room)
      if let memory {
        more.update(from: memory, count: count)
        memory.deallocate()
      }
      memory = more
      capacity = Int32(room)
    }
    memory?[count] = corner
    size += 1
  }

  /// Vertex `number` with its index.
  @inlinable
  subscript(number: Int) -> Corner {
    @inline(__always) unsafeAddress {
      guard let memory, number >= 0, number < count else { preconditionFailure("the vertex is there") }
      return UnsafePointer(memory + number)
    }
  }

  /// Returns vertex `number`.
  @inlinable
  @inline(__always)
  public func vertex(_ number: Int) -> Track.Vertex { self[number].vertex }

  /// Returns the maximum distance of the vertices after vertex `number` from the line between `start` and the last
  /// vertex, on a plane, metres.
  public func stray(from start: Position, behind number: Int) -> Metres {
    guard let memory else { return 0 }
    let line = end.place.position - start
    let squared = line.squaredLength
    let scale = squared > 0 ? 1 / squared : 0
    var most = 0.0
    for next in stride(from: number + 1, to: count - 1, by: 1) {
      let offset = memory[next].vertex.place.position - start
      let along = max(0, min(1, scale * offset.dot(line)))
      most = max(most, (offset - along * line).squaredLength)
    }
    return most.squareRoot()
  }

  /// The last vertex, at which the car arrives.
  @inlinable public var end: Track.Vertex { self[count - 1].vertex }

  /// Returns the step after vertex `number`.
  @inlinable
  public func step(behind number: Int) -> Step {
    Step(
      from: self[number].vertex, to: self[number + 1].vertex, isLast: isLastStep(number),
      index: self[number].index)
  }

  /// Returns whether the step after vertex `number` is the last one.
  @inlinable public func isLastStep(_ number: Int) -> Bool { number + 2 == count }

  /// Returns the number of the last vertex passed by `time`; before departure, that of the first vertex.
  @inlinable
  public mutating func vertex(at time: Milliseconds) -> Int {
    var number = Int(passed)
    while number + 1 < count, self[number + 1].vertex.time <= time { number += 1 }
    while number > 0, self[number].vertex.time > time { number -= 1 }
    passed = Int32(number)
    return number
  }
}

// MARK: - Reports

extension Corners {
  /// A report of a car, stored as the route point and the vertex before it.
  public struct Sight {
    public let position: Position
    /// The distance driven from the departure to the route point, in road metres.
    let odometer: Metres
    let number: Int
    /// The number of the last vertex not beyond the route point.
    public let vertex: Int
  }

  /// Equivalent to `Track.report`; returns nil after the arrival.
  public mutating func report(at time: Milliseconds, spacing: Metres, geometry: Geometry) -> Sight? {
    guard time < end.time else { return nil }
    let here = vertex(at: time)
    let from = self[here].vertex
    guard here + 1 < count else {
      let number = spacing > 0 ? Int((from.odometer / spacing).rounded(.up)) : 0
      return Sight(position: from.place.position, odometer: from.odometer, number: number, vertex: here)
    }
    let to = self[here + 1].vertex
    let driven = time > from.time ? Track.odometer(at: time, from, to) : from.odometer
    guard spacing > 0 else {
      let position = step(behind: here).position(at: time, geometry)
      return Sight(position: position, odometer: driven, number: 0, vertex: here)
    }
    let number = Int(driven / spacing)
    let odometer = Double(number) * spacing
    var behind = here
    while behind > 0, self[behind].vertex.odometer > odometer { behind -= 1 }
    let position = Track.position(
      atOdometer: odometer, self[behind].vertex, self[behind + 1].vertex, geometry)
    return Sight(position: position, odometer: odometer, number: number, vertex: behind)
  }

  /// Returns the report of the track that corresponds to `sight`.
  public func report(_ sight: Sight) -> Report {
    Report(
      position: sight.position, odometer: sight.odometer, number: sight.number,
      index: self[sight.vertex].index)
  }

  /// Returns the result of `Track.peek` and the vertex before its start; nil after the arrival.
  public mutating func peek(
    at time: Milliseconds, spacing: Metres, reach: Metres, geometry: Geometry
  ) -> (peek: Track.Peek, vertex: Int)? {
    guard let sight = report(at: time, spacing: spacing, geometry: geometry) else { return nil }
    let here = Int(passed)
    if spacing == 0, here + 1 < count,
      let peek = step(behind: here).peek(at: time, spacing: 0, reach: reach, geometry: geometry)
    {
      return (peek, here)
    }
    // Before the departure, or until the next route point is passed, which may be several steps ahead.
    let until =
      spacing == 0 ? self[here].vertex.time : self.time(ofReport: sight.number + 1, spacing: spacing)
    let peek = Track.Peek(
      start: sight.position, end: sight.position, from: time, until: until, index: self[sight.vertex].index)
    return (peek, sight.vertex)
  }

  /// Returns the first millisecond at which the car has passed route point `number`, which lies ahead of it; the
  /// arrival if the track ends before that point.
  private func time(ofReport number: Int, spacing: Metres) -> Milliseconds {
    let odometer = Double(number) * spacing
    for next in Int(passed) + 1..<max(count, Int(passed) + 1) where self[next].vertex.odometer >= odometer {
      return Track.time(ofReport: number, spacing: spacing, self[next - 1].vertex, self[next].vertex)
    }
    return end.time
  }

  /// Equivalent to `Track.passes` for the report `sight`.
  public func passes(
    within radius: Metres, of target: Position, after sight: Sight, spacing: Metres, geometry: Geometry
  ) -> Bool {
    if geometry.isWithin(radius, target, end.place.position) { return true }
    var start = sight.position
    var number = sight.number + 1
    var next = sight.vertex + 1
    while next < count {
      let to = self[next].vertex
      if spacing == 0 {
        if geometry.distance(target, toSegment: start, to.place.position) <= radius { return true }
        start = to.place.position
      } else {
        let last = Int((to.odometer / spacing).rounded(.down))
        if number <= last {
          let isPassed = Track.passes(
            number...last, within: radius, of: target, self[next - 1].vertex, to, spacing: spacing,
            geometry: geometry)
          if isPassed { return true }
          number = last + 1
        }
      }
      next += 1
    }
    return false
  }
}

extension Track {
  /// Calls `body` with every retained vertex and its index.
  ///
  /// - Precondition: the track follows no links.
  func forEachCorner(_ body: (Vertex, TrackIndex) -> Void) {
    for number in front.leg..<legs.count {
      // Read through its address, and before `body` is called: a leg held across the call would be copied, and its
      // references counted.
      let leg = legs.address(of: number)
      let begin = leg.pointee.origin
      let end = Vertex(
        place: leg.pointee.way.destination, time: leg.pointee.end, odometer: leg.pointee.endReading)
      let isWhole = if case .straight = leg.pointee.way.course { leg.pointee.contains(1, 0) } else { false }
      if number > front.leg || front.node == 0 { body(begin, TrackIndex(leg: number, node: 0, bend: 0)) }
      if isWhole { body(end, TrackIndex(leg: number, node: 1, bend: 0)) }
    }
  }
}
