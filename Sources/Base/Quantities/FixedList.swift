import CKernels

/// A list of fixed length with a single owner, whose elements are read and changed in place.
///
/// An array checks for uniqueness before each change, and updates a reference count when passed on; together this took
/// a tenth of the run time of a day on a plane. A run's frequently accessed lists are never shared, so they need
/// neither. Long lists use large pages, because they are accessed at random.
public struct FixedList<Element>: ~Copyable {
  @usableFromInline let start: UnsafeMutablePointer<Element>
  /// The number of elements.
  public let count: Int

  /// Creates a list of `count` copies of `element`.
  @inlinable
  public init(repeating element: Element, count: Int) {
    start = Self.allocate(count)
    self.count = count
    start.initialize(repeating: element, count: count)
  }

  @usableFromInline
  static func allocate(_ count: Int) -> UnsafeMutablePointer<Element> {
    // Aligned to cache lines, so that no element straddles more lines than it must.
    let bytes = count * MemoryLayout<Element>.stride
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: bytes, alignment: max(64, MemoryLayout<Element>.alignment))
    detour_prefer_large_pages(memory, bytes)
    return memory.bindMemory(to: Element.self, capacity: count)
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

/// A typed index, from 0, into the single list of all elements of a kind; each kind has its own index type, four bytes
/// wide.
///
///     struct DriverIndex: ListIndex { var rawValue: Int32 }
public protocol ListIndex: RawRepresentable<Int32>, Hashable, Strideable, ExpressibleByIntegerLiteral,
  BitwiseCopyable, Sendable, CustomStringConvertible
{
  init(rawValue: Int32)
}

extension ListIndex {
  /// The index that means "no element". An optional index would take 8 bytes instead of 4.
  @inlinable public static var none: Self { Self(rawValue: -1) }

  /// Creates the index of the element at `offset` of an array.
  @inlinable public init(_ offset: Int) { self.init(rawValue: Int32(offset)) }

  @inlinable public init(integerLiteral value: Int32) { self.init(rawValue: value) }

  public var description: String { "\(rawValue)" }

  @inlinable public static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }

  @inlinable public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  @inlinable public func distance(to other: Self) -> Int {
    rawValue.distance(to: other.rawValue)
  }

  /// Returns the index `count` elements later, so that all indices of a list form a range:
  /// `0..<Self(list.count)`.
  @inlinable public func advanced(by count: Int) -> Self {
    Self(rawValue: rawValue.advanced(by: count))
  }
}

extension Int {
  /// Creates the array offset of `index`.
  @inlinable public init(_ index: some ListIndex) { self.init(index.rawValue) }
}

/// An element whose kind has its own index type.
public protocol Listed {
  associatedtype Index: ListIndex
}

extension Array where Element: Listed {
  @inlinable
  public subscript(place: Element.Index) -> Element {
    @inline(__always) get { self[Int(place)] }
    @inline(__always) _modify { yield &self[Int(place)] }
  }

  /// The typed indices of all elements, in order.
  @inlinable
  public var places: some RandomAccessCollection<Element.Index> { indices.lazy.map { Element.Index($0) } }
}

extension Array {
  /// Returns the index of the first element that satisfies `isBehind`, or the end index; all elements after it must
  /// satisfy `isBehind` too.
  ///
  /// - Complexity: O(log count).
  public func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
