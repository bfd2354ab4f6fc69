import CKernels

/// A list of a fixed number of elements that one owner has for itself, so that they are read and changed where they stand.
///
/// An array asks before each change whether it is shared, and whoever hands it on counts one more holder: together a tenth of the
/// time of a day on a plane. The lists that a run's loop goes through are never shared. Long ones prefer large pages, because they
/// are looked at here and there.
public struct FixedList<Element>: ~Copyable {
  @usableFromInline let start: UnsafeMutablePointer<Element>
  /// The number of elements.
  public let count: Int

  /// Creates a list of `count` times `element`.
  public init(repeating element: Element, count: Int) {
    // Elements of whole lines of the cache then lie across no others.
    let bytes = count * MemoryLayout<Element>.stride
    start = UnsafeMutableRawPointer.allocate(
      byteCount: bytes, alignment: max(64, MemoryLayout<Element>.alignment)
    ).bindMemory(to: Element.self, capacity: count)
    self.count = count
    detour_prefer_large_pages(start, bytes)
    start.initialize(repeating: element, count: count)
  }

  /// Creates the list of nothing.
  public init() {
    start = .allocate(capacity: 0)
    count = 0
  }

  deinit {
    start.deinitialize(count: count)
    start.deallocate()
  }

  /// The places of all elements.
  @inlinable public var indices: Range<Int> { 0..<count }

  /// The address of the first element, for as long as the list is there.
  @inlinable public var first: UnsafePointer<Element> { UnsafePointer(start) }

  /// The element at `place`.
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
  /// Returns the address of the element at `place`, for as long as the list is there.
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
  /// Fetches element `place` of `list`, all lines of it; no result depends on it.
  @inlinable
  @inline(__always)
  public static func fetch<Element>(_ list: borrowing FixedList<Element>, at place: Int) {
    fetch(elementAt: UnsafePointer(list.start + place))
  }
}
