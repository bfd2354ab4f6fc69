import Quantities

/// A map from ids to small numbers, for a million ids or more: open addressing with linear probing.
///
/// Ids are digests and therefore serve as their own hashes.
struct IDTable {
  private var ids: [UInt64] = []
  private var values: [Int32] = []
  /// The number of ids.
  private(set) var count = 0

  /// Reserves capacity for `count` ids in total.
  mutating func reserve(_ count: Int) {
    var slots = Swift.max(64, ids.count)
    while 3 * slots < 4 * count { slots *= 2 }
    if slots > ids.count { resize(slots) }
  }

  private mutating func resize(_ slots: Int) {
    let (oldIDs, oldValues) = (ids, values)
    ids = Array(repeating: 0, count: slots)
    values = Array(repeating: 0, count: slots)
    count = 0
    for place in oldIDs.indices where oldIDs[place] != 0 { insert(oldIDs[place], oldValues[place]) }
  }

  /// Adds `id` with `value`. If the id is already present, keeps its value and returns false.
  @discardableResult
  mutating func insert(_ id: UInt64, _ value: Int32) -> Bool {
    if 4 * (count + 1) > 3 * ids.count { resize(Swift.max(64, 2 * ids.count)) }
    let mask = ids.count - 1
    var place = Int(truncatingIfNeeded: id) & mask
    while ids[place] != 0 {
      if ids[place] == id { return false }
      place = (place + 1) & mask
    }
    ids[place] = id
    values[place] = value
    count += 1
    return true
  }

  /// Returns the value of `id`; nil if it is absent.
  func value(_ id: UInt64) -> Int32? {
    guard !ids.isEmpty else { return nil }
    let mask = ids.count - 1
    var place = Int(truncatingIfNeeded: id) & mask
    while ids[place] != 0 {
      if ids[place] == id { return values[place] }
      place = (place + 1) & mask
    }
    return nil
  }
}

/// A set of ids that counts a million of them in milliseconds.
struct IDSet: ~Copyable {
  private var slots = FixedList<UInt64>(repeating: 0, count: 64)
  /// The number of ids.
  private(set) var count = 0

  /// Reserves capacity for `more` additional ids, so that a quarter of the slots stays free.
  mutating func reserve(_ more: Int) {
    var size = slots.count
    while 3 * size < 4 * (count + more) { size *= 2 }
    guard size > slots.count else { return }
    var larger = IDSet(slots: size)
    for place in slots.indices where slots[place] != 0 { larger.insert(slots[place]) }
    self = larger
  }

  init() {}

  private init(slots count: Int) { slots = FixedList(repeating: 0, count: count) }

  /// Prefetches the slot of `id`, which will soon be inserted.
  func prefetch(_ id: UInt64) { Memory.fetch(slots.first + slot(id)) }

  /// Adds `id` to a set that has capacity for it; returns whether it was absent.
  @discardableResult
  mutating func insert(_ id: UInt64) -> Bool {
    var place = slot(id)
    while slots[place] != 0 {
      if slots[place] == id { return false }
      place = (place &+ 1) & (slots.count &- 1)
    }
    slots[place] = id
    count &+= 1
    return true
  }

  private func slot(_ id: UInt64) -> Int { Int(truncatingIfNeeded: id) & (slots.count &- 1) }
}
