import CKernels

extension UnsafeMutablePointer {
  /// Allocates memory for `count` elements, aligned to a cache line, in large pages if it is long: elements of
  /// whole lines do not straddle others.
  static func lines(_ count: Int) -> Self {
    let bytes = count * MemoryLayout<Pointee>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    detour_prefer_large_pages(memory, bytes)
    return memory.bindMemory(to: Pointee.self, capacity: count)
  }
}
