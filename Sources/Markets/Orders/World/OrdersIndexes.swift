public import Quantities

/// The place of an account in the list of all accounts.
public struct AccountIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The place of an order in the list of all orders.
public struct OrderIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The place of a promo code in the list of all codes.
public struct CodeIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The place of a provider: there is one, the line.
public struct LineIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The one line.
  @inlinable public static var line: Self { 0 }
}
