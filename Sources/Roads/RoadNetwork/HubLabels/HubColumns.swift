import Quantities

/// The hub labels of a few ends, each expanded into a column indexed by hub, so that computing the time between an end
/// and any node takes one pass over the node's label.
///
/// An end has a few dozen hubs. A column therefore holds a one-byte number for every hub of the network, which indexes
/// a short list of times: the columns of both ends of a trip in both directions, four times 33 kB in San Francisco, fit
/// in the second-level cache beside all other data, whereas columns of times would not. If an end has more hubs than a
/// byte can number, all columns change to wider numbers.
struct HubColumns: ~Copyable, @unchecked Sendable {
  private enum Width {
    case oneByte
    case twoBytes
    case fourBytes
  }

  private let columnCount: Int
  private let hubCount: Int
  private var width = Width.oneByte
  /// The number assigned to every hub, column by column; 0 if it is not a hub of the end.
  private var numbers: UnsafeMutableRawPointer
  /// The capacity of a column, in times.
  private var room = 1 << UInt8.bitWidth
  /// The times by number, column by column; the first of each column is always `Network.horizon`.
  private var times: UnsafeMutablePointer<Int32>

  /// Creates `columnCount` empty columns for a network of `hubCount` nodes.
  init(columnCount: Int, hubCount: Int) {
    self.columnCount = columnCount
    self.hubCount = hubCount
    numbers = Self.zeros(UInt8.self, columnCount * hubCount)
    times = .allocate(capacity: columnCount * room)
    times.initialize(repeating: Network.horizon, count: columnCount * room)
  }

  deinit {
    numbers.deallocate()
    times.deallocate()
  }

  /// Clears column `column`, which was filled with `label`.
  func clear(_ column: Int, of label: UnsafePointer<HubEntry>) { mark(label, in: column) { _ in 0 } }

  /// Fills the empty column `column` with `label`.
  mutating func fill(_ column: Int, with label: UnsafePointer<HubEntry>) {
    var count = 0
    while label[count].hub != HubEntry.end.hub { count += 1 }
    if count >= room { makeRoom(for: count) }
    let list = times + column * room + 1
    for place in 0..<count { list[place] = label[place].milliseconds }
    mark(label, in: column) { $0 + 1 }
  }

  /// Returns the least time between the end of column `column` and the node of `label`, milliseconds;
  /// `Network.horizon` if no route is shorter.
  @inline(__always)
  func least(along label: UnsafePointer<HubEntry>, in column: Int) -> Int32 {
    switch width {
    case .oneByte: least(along: label, in: column, UInt8.self)
    case .twoBytes: least(along: label, in: column, UInt16.self)
    case .fourBytes: least(along: label, in: column, UInt32.self)
    }
  }

  /// Returns whether a path over a common hub takes exactly `milliseconds` between the end of column `column` and the
  /// node of `label`.
  @inline(__always)
  func holds(_ milliseconds: Int32, along label: UnsafePointer<HubEntry>, in column: Int) -> Bool {
    switch width {
    case .oneByte: holds(milliseconds, along: label, in: column, UInt8.self)
    case .twoBytes: holds(milliseconds, along: label, in: column, UInt16.self)
    case .fourBytes: holds(milliseconds, along: label, in: column, UInt32.self)
    }
  }
}

extension HubColumns {
  private static func zeros<Number: FixedWidthInteger>(_: Number.Type, _ count: Int)
    -> UnsafeMutableRawPointer
  {
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: max(1, count) * MemoryLayout<Number>.stride, alignment: 64)
    bytes.initializeMemory(as: Number.self, repeating: 0, count: count)
    return bytes
  }

  /// For each index in `label`, writes the result of `number` to the column entry of the hub at that index.
  @inline(__always)
  private func mark(_ label: UnsafePointer<HubEntry>, in column: Int, _ number: (Int) -> Int) {
    switch width {
    case .oneByte: mark(label, in: column, UInt8.self, number)
    case .twoBytes: mark(label, in: column, UInt16.self, number)
    case .fourBytes: mark(label, in: column, UInt32.self, number)
    }
  }

  @inline(__always)
  private func mark<Number: FixedWidthInteger>(
    _ label: UnsafePointer<HubEntry>, in column: Int, _: Number.Type, _ number: (Int) -> Int
  ) {
    let numbers = numbers.assumingMemoryBound(to: Number.self) + column * hubCount
    var place = 0
    while label[place].hub != HubEntry.end.hub {
      numbers[Int(label[place].hub)] = Number(truncatingIfNeeded: number(place))
      place += 1
    }
  }

  @inline(__always)
  private func least<Number: FixedWidthInteger>(
    along label: UnsafePointer<HubEntry>, in column: Int, _: Number.Type
  ) -> Int32 {
    let numbers = numbers.assumingMemoryBound(to: Number.self) + column * hubCount
    let times = times + column * room
    var least = Network.horizon
    var entry = label
    while entry.pointee.hub != HubEntry.end.hub {
      let number = Int(truncatingIfNeeded: numbers[Int(entry.pointee.hub)])
      least = min(least, times[number] &+ entry.pointee.milliseconds)
      entry += 1
    }
    return least
  }

  @inline(__always)
  private func holds<Number: FixedWidthInteger>(
    _ milliseconds: Int32, along label: UnsafePointer<HubEntry>, in column: Int, _: Number.Type
  ) -> Bool {
    let numbers = numbers.assumingMemoryBound(to: Number.self) + column * hubCount
    let times = times + column * room
    var entry = label
    while entry.pointee.hub != HubEntry.end.hub {
      let number = Int(truncatingIfNeeded: numbers[Int(entry.pointee.hub)])
      if times[number] &+ entry.pointee.milliseconds == milliseconds { return true }
      entry += 1
    }
    return false
  }

  /// Reserves space for `count` hubs in every column, and for their numbers.
  private mutating func makeRoom(for count: Int) {
    let roomier = 2 * count
    let list = UnsafeMutablePointer<Int32>.allocate(capacity: columnCount * roomier)
    list.initialize(repeating: Network.horizon, count: columnCount * roomier)
    for column in 0..<columnCount {
      (list + column * roomier).update(from: times + column * room, count: room)
    }
    times.deallocate()
    times = list
    room = roomier
    if width == .oneByte { widen(from: UInt8.self, to: UInt16.self, .twoBytes) }
    if width == .twoBytes, roomier > 1 << UInt16.bitWidth {
      widen(from: UInt16.self, to: UInt32.self, .fourBytes)
    }
  }

  private mutating func widen<Narrow: FixedWidthInteger, Wide: FixedWidthInteger>(
    from _: Narrow.Type, to _: Wide.Type, _ width: Width
  ) {
    let count = columnCount * hubCount
    let wide = Self.zeros(Wide.self, count)
    let (source, target) = (
      numbers.assumingMemoryBound(to: Narrow.self), wide.assumingMemoryBound(to: Wide.self)
    )
    for place in 0..<count { target[place] = Wide(truncatingIfNeeded: source[place]) }
    numbers.deallocate()
    numbers = wide
    self.width = width
  }
}
