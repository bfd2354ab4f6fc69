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
