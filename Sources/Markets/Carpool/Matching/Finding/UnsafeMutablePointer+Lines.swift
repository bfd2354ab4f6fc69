import CKernels

extension UnsafeMutablePointer {
  /// Returns newly allocated memory for `count` elements, aligned so that no element of a cache line's size straddles
  /// two lines; long blocks use large pages.
  static func lines(_ count: Int) -> Self {
    let bytes = count * MemoryLayout<Pointee>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    detour_prefer_large_pages(memory, bytes)
    return memory.bindMemory(to: Pointee.self, capacity: count)
  }
}
