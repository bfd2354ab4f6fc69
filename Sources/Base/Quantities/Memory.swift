public import CKernels

/// Hints to the processor of what is read and written soon.
public enum Memory {
  /// Fetches element `place` of `array`, all lines of it; no result depends on it.
  @inlinable
  @inline(__always)
  public static func fetch<Element>(_ array: [Element], at place: Int) {
    array.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      let first = start + place * MemoryLayout<Element>.stride
      for line in stride(from: 0, to: MemoryLayout<Element>.stride, by: 64) { fetch(first + line) }
    }
  }

  /// Fetches the line at `address`.
  @inlinable
  @inline(__always)
  public static func fetch(_ address: UnsafeRawPointer) { detour_prefetch(address) }
}
