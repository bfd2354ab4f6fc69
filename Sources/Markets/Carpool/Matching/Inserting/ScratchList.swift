import Quantities

/// A list owned by one search and refilled at each query. Unlike an array, it needs no uniqueness check when appending.
/// A search fills a dozen such lists per driver, with a few elements each.
struct ScratchList<Element>: ~Copyable {
  private var elements: UnsafeMutablePointer<Element>
  private var capacity = 8
  private(set) var count = 0

  init() { elements = .allocate(capacity: capacity) }

  deinit {
    elements.deinitialize(count: count)
    elements.deallocate()
  }

  var indices: Range<Int> { 0..<count }

  /// The elements copied to an array, for callers that store them.
  var array: [Element] { Array(UnsafeBufferPointer(start: elements, count: count)) }

  /// The element at index `place`.
  ///
  /// - Precondition: `place` is one of `indices`.
  subscript(place: Int) -> Element {
    @inline(__always) get {
      assert(place >= 0 && place < count, "the place lies in the list")
      return elements[place]
    }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (elements + count).initialize(to: element)
    count += 1
  }

  mutating func removeAll() {
    elements.deinitialize(count: count)
    count = 0
  }

  private mutating func grow() {
    let more = UnsafeMutablePointer<Element>.allocate(capacity: 2 * capacity)
    more.moveInitialize(from: elements, count: count)
    elements.deallocate()
    elements = more
    capacity *= 2
  }
}
