import CKernels

/// A list of fixed length with a single owner, whose elements are read and changed in place.
///
/// An array checks for uniqueness before each change, and passing it on counts references: together a tenth of the
/// time of a day on a plane. A run's hot lists are never shared. Long lists use large pages, because they are
/// accessed at random.
public struct FixedList<Element>: ~Copyable {
  @usableFromInline let start: UnsafeMutablePointer<Element>
  /// The number of elements.
  public let count: Int

  /// Creates a list of `count` times `element`.
  public init(repeating element: Element, count: Int) {
    // Aligned to cache lines, so that no element straddles more lines than it must.
    let bytes = count * MemoryLayout<Element>.stride
    start = UnsafeMutableRawPointer.allocate(
      byteCount: bytes, alignment: max(64, MemoryLayout<Element>.alignment)
    ).bindMemory(to: Element.self, capacity: count)
    self.count = count
    detour_prefer_large_pages(start, bytes)
    start.initialize(repeating: element, count: count)
  }

  /// Creates an empty list.
  public init() {
    start = .allocate(capacity: 0)
    count = 0
  }

  deinit {
    start.deinitialize(count: count)
    start.deallocate()
  }

  /// The indices of all elements.
  @inlinable public var indices: Range<Int> { 0..<count }

  /// The address of the first element, valid for the list's lifetime.
  @inlinable public var first: UnsafePointer<Element> { UnsafePointer(start) }

  /// The element at index `place`.
  ///
  /// - Precondition: `place` is one of `indices`.
  @inlinable
  public subscript(place: Int) -> Element {
    @inline(__always) unsafeAddress { UnsafePointer(address(of: place)) }
    @inline(__always) unsafeMutableAddress { address(of: place) }
  }

  @inlinable
  @inline(__always)
  func address(of place: Int) -> UnsafeMutablePointer<Element> {
    precondition(place >= 0 && place < count, "the place lies in the list")
    return start + place
  }
}

extension FixedList where Element: Listed {
  /// Returns the address of the element at `place`, valid for the list's lifetime.
  @inlinable
  @inline(__always)
  public func address(of place: Element.Index) -> UnsafePointer<Element> {
    UnsafePointer(address(of: Int(place)))
  }

  /// The element at `place`.
  @inlinable
  public subscript(place: Element.Index) -> Element {
    @inline(__always) unsafeAddress { UnsafePointer(address(of: Int(place))) }
    @inline(__always) unsafeMutableAddress { address(of: Int(place)) }
  }
}

extension Memory {
  /// Prefetches all cache lines of the element at `place`; results do not depend on it.
  @inlinable
  @inline(__always)
  public static func fetch<Element>(_ list: borrowing FixedList<Element>, at place: Int) {
    fetch(elementAt: UnsafePointer(list.start + place))
  }
}
