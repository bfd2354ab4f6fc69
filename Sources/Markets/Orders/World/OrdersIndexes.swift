public import Quantities

/// The index of an account in the list of all accounts.
public struct AccountIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The index of an order in the list of all orders.
public struct OrderIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The index of a promo code in the list of all codes.
public struct CodeIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The index of a provider: the line is the only one.
public struct LineIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The only line.
  @inlinable public static var line: Self { 0 }
}
