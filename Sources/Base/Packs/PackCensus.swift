import Quantities
import Tables

/// A census of several folders: the number of distinct records, and their times.
public struct PackCensus: ~Copyable {
  private var ids = IDSet()
  /// The time of each distinct record, in seconds since 1970.
  private var times: [UInt32] = []

  public init() {}

  /// Adds the records in `folder` and those in `more`, and returns how many distinct records these are.
  ///
  /// - Parameter more: the ids and times of further records in the folder.
  public mutating func add(
    _ folder: String, ending: String, more: [(id: UInt64, time: UInt32)] = []
  ) -> Int {
    // Those of the first folder are counted once.
    let isFirst = ids.count == 0
    var own = IDSet()
    var batch: [(id: UInt64, time: UInt32)] = []
    batch.reserveCapacity(Self.batchSize)
    for name in (OpenFolder(folder)?.names ?? []).ordered() where name.hasSuffix(ending) {
      guard let pack = PackFile("\(folder)/\(name)") else { continue }
      let count = pack.unread
      ids.reserve(count)
      times.reserveCapacity(times.count + count)
      if !isFirst { own.reserve(count) }
      pack.count { id, time in
        batch.append((id, time))
        if batch.count == Self.batchSize { insert(&batch, own: &own, isFirst) }
      }
      insert(&batch, own: &own, isFirst)
    }
    batch = more
    insert(&batch, own: &own, isFirst)
    return isFirst ? ids.count : own.count
  }

  private static let batchSize = 4096

  /// Counts the records in `batch`, then empties it. Slots are prefetched 16 records ahead, because insertions would
  /// otherwise miss the cache.
  private mutating func insert(
    _ batch: inout [(id: UInt64, time: UInt32)], own: inout IDSet, _ isFirst: Bool
  ) {
    ids.reserve(batch.count)
    if !isFirst { own.reserve(batch.count) }
    for (place, record) in batch.enumerated() {
      let later = batch[min(place + 16, batch.count - 1)].id
      ids.prefetch(later)
      if !isFirst {
        own.prefetch(later)
        own.insert(record.id)
      }
      if ids.insert(record.id) { times.append(record.time) }
    }
    batch.removeAll(keepingCapacity: true)
  }

  /// The number of distinct records.
  public var count: Int { ids.count }

  /// The time of the oldest record, in seconds since 1970; nil if there are none.
  public var oldest: UInt32? { times.min() }

  /// Returns the number of records whose time is at or after `time`, in seconds since 1970.
  public func count(since time: Double) -> Int {
    let first = UInt32(max(0, min(time.rounded(.up), 4e9)))
    return times.count { $0 >= first }
  }
}
