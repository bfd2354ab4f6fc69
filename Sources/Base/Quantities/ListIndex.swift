/// A typed index into the one list of all elements of a kind, from 0: each kind has its own type, four bytes wide.
///
///     struct DriverIndex: ListIndex { var rawValue: Int32 }
public protocol ListIndex: RawRepresentable<Int32>, Hashable, Strideable, ExpressibleByIntegerLiteral,
  BitwiseCopyable, Sendable, CustomStringConvertible
{
  init(rawValue: Int32)
}

extension ListIndex {
  /// The index of no element; an optional would take twice the memory.
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

/// An element of lists that have an index type of its kind.
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
