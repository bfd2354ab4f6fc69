import CKernels
import Quantities

extension Memory {
  /// Fetches what an array has from element `place` on, without a look at the array: to count a reference to it, or to ask how long it
  /// is, is to wait for the very line that is to be fetched. No result depends on it, nor on how arrays lie in memory.
  @inline(__always)
  static func fetch<Element>(unseen array: UnsafePointer<[Element]>, at place: Int) {
    let storage = UnsafeRawPointer(array).load(as: UnsafeRawPointer.self)
    let header = 32
    let first = storage + header + place * MemoryLayout<Element>.stride
    fetch(storage)
    fetch(first)
    fetch(first + 64)
  }
}

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
