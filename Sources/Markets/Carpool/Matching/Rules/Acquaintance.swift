import Quantities
public import Travellers

/// The relations between passengers and drivers beyond visible traits: friendship and reputation.
public protocol Acquaintance: AnyObject {
  /// Returns the preferences of `request` and `driver` about these relations.
  func opinion(of request: RequestIndex, and driver: DriverIndex) -> Opinion
}

/// Preferences about relations, both sides together.
public struct Opinion: Hashable, Sendable {
  /// The number of stated preferences, and the number of those met.
  public var stated = 0
  public var met = 0
  /// Whether all required preferences are met.
  public var agrees = true

  /// Creates an opinion without preferences.
  public init() {}

  /// Counts a preference.
  public mutating func add(isMet: Bool, isRequired: Bool) {
    stated += 1
    if isMet { met += 1 } else if isRequired { agrees = false }
  }
}

extension Fleet {
  /// Returns whether all preferences required by the party or `driver` are met.
  func agree(_ inquiry: Inquiry, _ driver: DriverIndex) -> Bool {
    guard requiredWishesAgree(inquiry.request, drivers[driver]) else { return false }
    guard let acquaintance, inquiry.index != .none else { return true }
    return acquaintance.opinion(of: inquiry.index, and: driver).agrees
  }

  /// Returns the share of the stated preferences of the party and `driver` that are met; 1 if none is stated.
  func agreement(_ inquiry: Inquiry, _ driver: DriverIndex) -> Double {
    let opinion = inquiry.index == .none ? nil : acquaintance?.opinion(of: inquiry.index, and: driver)
    return Matching.agreement(of: inquiry.request, with: drivers[driver], and: opinion ?? Opinion())
  }

  /// Returns the agreement between the party and `driver`; nil if a required preference is not met.
  public func agreement(of inquiry: Inquiry, with driver: DriverIndex) -> Double? {
    agree(inquiry, driver) ? agreement(inquiry, driver) : nil
  }
}
