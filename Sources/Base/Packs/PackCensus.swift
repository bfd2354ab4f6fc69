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
    for name in (OpenFolder(folder)?.names ?? []).ordered() where name.hasSuffix(ending) {
      guard let pack = PackFile("\(folder)/\(name)") else { continue }
      let count = pack.unread
      ids.reserve(count)
      times.reserveLargePages(for: times.count + count)
      if !isFirst { own.reserve(count) }
      pack.stamps { insert($0, own: &own, isFirst) }
    }
    let stamps = more.map { RecordStamp(id: $0.id, time: $0.time) }
    stamps.withUnsafeBufferPointer { insert($0, own: &own, isFirst) }
    return isFirst ? ids.count : own.count
  }

  /// Counts the records with the given `stamps`. Slots are prefetched 16 records ahead, because insertions would
  /// otherwise miss the cache.
  private mutating func insert(
    _ stamps: UnsafeBufferPointer<RecordStamp>, own: inout IDSet, _ isFirst: Bool
  ) {
    ids.reserve(stamps.count)
    if !isFirst { own.reserve(stamps.count) }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: stamps.count) { news in
      var count = 0
      for (place, stamp) in stamps.enumerated() {
        let later = stamps[min(place + 16, stamps.count - 1)].id
        ids.prefetch(later)
        if !isFirst {
          own.prefetch(later)
          own.insert(stamp.id)
        }
        news[count] = stamp.time
        if ids.insert(stamp.id) { count += 1 }
      }
      times.append(contentsOf: news[..<count])
    }
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

/// The id of a record, and the time at which it was written.
struct RecordStamp: BitwiseCopyable {
  let id: UInt64
  /// Seconds since 1970.
  let time: UInt32
}
