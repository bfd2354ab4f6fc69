/// The place of a thing in the one list of all things of its kind, counted from 0: a type for each kind, so that none is
/// taken for another, and four bytes wide, for many are kept.
///
///     struct DriverIndex: ListIndex { var rawValue: Int32 }
public protocol ListIndex: RawRepresentable<Int32>, Hashable, Strideable, ExpressibleByIntegerLiteral,
  BitwiseCopyable, Sendable, CustomStringConvertible
{
  init(rawValue: Int32)
}

extension ListIndex {
  /// The index of no element: an optional would take twice the memory.
  @inlinable public static var none: Self { Self(rawValue: -1) }

  /// The index of what is at `offset` of an array.
  @inlinable public init(_ offset: Int) { self.init(rawValue: Int32(offset)) }

  @inlinable public init(integerLiteral value: Int32) { self.init(rawValue: value) }

  public var description: String { "\(rawValue)" }

  @inlinable public static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }

  @inlinable public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  @inlinable public func distance(to other: Self) -> Int {
    rawValue.distance(to: other.rawValue)
  }

  /// The index `count` places behind, so that all indexes of a list are a range: `0..<Self(list.count)`.
  @inlinable public func advanced(by count: Int) -> Self {
    Self(rawValue: rawValue.advanced(by: count))
  }
}

extension Int {
  /// The offset in an array of what is at `index`.
  @inlinable public init(_ index: some ListIndex) { self.init(index.rawValue) }
}

/// A thing that stands in lists by an index of its own kind.
public protocol Listed {
  associatedtype Index: ListIndex
}

extension Array where Element: Listed {
  @inlinable
  public subscript(place: Element.Index) -> Element {
    @inline(__always) get { self[Int(place)] }
    @inline(__always) _modify { yield &self[Int(place)] }
  }

  /// The places of all elements, in order.
  @inlinable
  public var places: some RandomAccessCollection<Element.Index> { indices.lazy.map { Element.Index($0) } }
}
