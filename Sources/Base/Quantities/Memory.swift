public import CKernels

/// Hints to the processor and the system about upcoming memory accesses.
public enum Memory {
  /// Prefetches all cache lines of the element at `place`; results do not depend on it.
  @inlinable
  @inline(__always)
  public static func fetch<Element>(_ array: [Element], at place: Int) {
    array.withUnsafeBufferPointer { list in
      if let start = list.baseAddress { fetch(elementAt: start + place) }
    }
  }

  /// Prefetches all cache lines of the element at `address`.
  @inlinable
  @inline(__always)
  public static func fetch<Element>(elementAt address: UnsafePointer<Element>) {
    let first = UnsafeRawPointer(address)
    for line in stride(from: 0, to: MemoryLayout<Element>.size, by: 64) { fetch(first + line) }
    // Elements of an array may begin anywhere in a line.
    fetch(first + (MemoryLayout<Element>.size - 1))
  }

  /// Prefetches the header of an array, with its reference count and length, and the element at `place`, without
  /// accessing either. Fetches at least two cache lines of the element; results depend neither on this nor on the
  /// memory layout of arrays.
  @inlinable
  @inline(__always)
  public static func fetch<Element>(unseen array: UnsafePointer<[Element]>, at place: Int) {
    let storage = UnsafeRawPointer(array).load(as: UnsafeRawPointer.self)
    let header = 32
    let first = storage + header + place * MemoryLayout<Element>.stride
    fetch(storage)
    let last = max(64, MemoryLayout<Element>.size - 1)
    for line in stride(from: 0, through: last, by: 64) { fetch(first + line) }
  }

  /// Keeps freed lists of up to 32 MiB each for reuse instead of returning them to the system, so that consecutive runs
  /// do not wait for zeroed pages.
  public static func keepFreed() { detour_keep_freed() }

  /// Returns the kept memory to the system.
  public static func giveBack() { detour_give_back() }

  /// Prefetches the cache line at `address`.
  @inlinable
  @inline(__always)
  public static func fetch(_ address: UnsafeRawPointer) { detour_prefetch(address) }
}

extension Array {
  /// Reserves capacity for `count` elements, in large pages where the system has them: random accesses to long
  /// lists then cost less.
  public mutating func reserveLargePages(for count: Int) {
    reserveCapacity(count)
    withUnsafeMutableBufferPointer { room in
      guard let start = room.baseAddress else { return }
      detour_prefer_large_pages(start, count * MemoryLayout<Element>.stride)
    }
  }
}
