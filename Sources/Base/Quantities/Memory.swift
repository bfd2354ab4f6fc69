public import CKernels

/// Hints to the processor and the system of what is read, written or asked for soon.
public enum Memory {
  /// Fetches element `place` of `array`, all lines of it; no result depends on it.
  @inlinable
  @inline(__always)
  public static func fetch<Element>(_ array: [Element], at place: Int) {
    array.withUnsafeBufferPointer { list in
      if let start = list.baseAddress { fetch(elementAt: start + place) }
    }
  }

  /// Fetches all lines of the element at `address`.
  @inlinable
  @inline(__always)
  public static func fetch<Element>(elementAt address: UnsafePointer<Element>) {
    let first = UnsafeRawPointer(address)
    for line in stride(from: 0, to: MemoryLayout<Element>.size, by: 64) { fetch(first + line) }
    // Elements of an array begin anywhere in a line.
    fetch(first + (MemoryLayout<Element>.size - 1))
  }

  /// Fetches what an array has from element `place` on, the next line or all of the element, without a look at the array: to count a
  /// reference to it, or to ask how long it is, is to wait for the very line that is to be fetched. No result depends on it, nor on how
  /// arrays lie in memory.
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

  /// Keeps what lists of up to 32 MiB give back for whoever asks next, instead of handing it to the system: of runs that follow one another
  /// each would otherwise wait for pages that are zeroed anew.
  public static func keepFreed() { detour_keep_freed() }

  /// Hands to the system what is kept.
  public static func giveBack() { detour_give_back() }

  /// Fetches the line at `address`.
  @inlinable
  @inline(__always)
  public static func fetch(_ address: UnsafeRawPointer) { detour_prefetch(address) }
}

extension Array {
  /// Reserves room for `count` elements, in large pages where the machine has them: a long list that is looked at here and there
  /// then costs less.
  public mutating func reserveLargePages(for count: Int) {
    reserveCapacity(count)
    withUnsafeMutableBufferPointer { room in
      guard let start = room.baseAddress else { return }
      detour_prefer_large_pages(start, count * MemoryLayout<Element>.stride)
    }
  }
}
