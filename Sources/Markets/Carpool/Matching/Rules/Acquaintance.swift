import Quantities
public import Travellers

/// The knowledge of passengers and drivers about each other beside what they see: who is a friend, who is well spoken of.
public protocol Acquaintance: AnyObject {
  /// The wishes of `request` and `driver` about it.
  func opinion(of request: RequestIndex, and driver: DriverIndex) -> Opinion
}

/// Wishes beside those about what others see, both sides together.
public struct Opinion: Hashable, Sendable {
  /// The number of stated wishes, and of those of them that are met.
  public var stated = 0
  public var met = 0
  /// True if none of those that are required fails.
  public var agrees = true

  /// No wish.
  public init() {}

  /// Counts a wish.
  public mutating func add(isMet: Bool, isRequired: Bool) {
    stated += 1
    if isMet { met += 1 } else if isRequired { agrees = false }
  }
}

extension Fleet {
  /// Tells whether all wishes that the party or `driver` requires are met.
  func agree(_ inquiry: Inquiry, _ driver: DriverIndex) -> Bool {
    guard requiredWishesAgree(inquiry.request, drivers[driver]) else { return false }
    guard let acquaintance, inquiry.index != .none else { return true }
    return acquaintance.opinion(of: inquiry.index, and: driver).agrees
  }

  /// The share of the wishes stated by the party and `driver` that are met; 1 if none is stated.
  func agreement(_ inquiry: Inquiry, _ driver: DriverIndex) -> Double {
    let opinion = inquiry.index == .none ? nil : acquaintance?.opinion(of: inquiry.index, and: driver)
    return Matching.agreement(of: inquiry.request, with: drivers[driver], and: opinion ?? Opinion())
  }

  /// The agreement between the party and `driver`; nil where a required wish is not met.
  public func agreement(of inquiry: Inquiry, with driver: DriverIndex) -> Double? {
    agree(inquiry, driver) ? agreement(inquiry, driver) : nil
  }
}
