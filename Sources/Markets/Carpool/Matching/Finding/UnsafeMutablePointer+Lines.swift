import CKernels

extension UnsafeMutablePointer {
  /// Memory for `count` elements, in large pages where they are many, that begins with a line of the cache: elements of whole lines
  /// lie across no others.
  static func lines(_ count: Int) -> Self {
    let bytes = count * MemoryLayout<Pointee>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    detour_prefer_large_pages(memory, bytes)
    return memory.bindMemory(to: Pointee.self, capacity: count)
  }
}
