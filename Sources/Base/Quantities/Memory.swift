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
