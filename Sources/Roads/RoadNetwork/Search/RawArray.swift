import Quantities

/// A memory block for the state of a search: a fixed number of plain values with a single owner.
///
/// Unlike `Array` it is never shared, so writes need no uniqueness check, and bounds are checked in debug
/// builds only. Searches spend their time in such writes; the checks cost a fifth of it.
struct RawArray<Index: ListIndex, Element: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  private let elements: UnsafeMutableBufferPointer<Element>

  init(repeating element: Element, count: Int) {
    elements = .allocate(capacity: count)
    elements.initialize(repeating: element)
  }

  deinit { elements.deallocate() }

  var count: Int { elements.count }

  @inline(__always)
  subscript(index: Index) -> Element {
    get { elements[Int(index)] }
    nonmutating set { elements[Int(index)] = newValue }
  }

  /// Calls `body` with the elements, valid only during the call.
  func withUnsafeBufferPointer<Result>(_ body: (UnsafeBufferPointer<Element>) -> Result) -> Result {
    body(UnsafeBufferPointer(elements))
  }

  /// Sets every element to `element`.
  func fill(with element: Element) { elements.update(repeating: element) }
}
