import Quantities
public import Travellers

/// The relations between passengers and drivers beyond visible traits: friendship and reputation.
public protocol Acquaintance: AnyObject {
  /// Returns the outcome of the preferences of `request` and `driver` about these relations.
  func opinion(of request: RequestIndex, and driver: DriverIndex) -> Opinion
}

/// The outcome of both sides' preferences about their relations.
public struct Opinion: Hashable, Sendable {
  /// The number of stated preferences, and the number of those met.
  public var stated = 0
  public var met = 0
  /// Whether all required preferences are met.
  public var agrees = true

  /// Creates an outcome without any preferences.
  public init() {}

  /// Adds a preference.
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

  /// Returns the proportion of the stated preferences of the party and `driver` that are met; 1 if none are stated.
  func agreement(_ inquiry: Inquiry, _ driver: DriverIndex) -> Double {
    let opinion = inquiry.index == .none ? nil : acquaintance?.opinion(of: inquiry.index, and: driver)
    return Matching.agreement(of: inquiry.request, with: drivers[driver], and: opinion ?? Opinion())
  }

  /// Returns the agreement between the party and `driver`; nil if a required preference is not met.
  public func agreement(of inquiry: Inquiry, with driver: DriverIndex) -> Double? {
    agree(inquiry, driver) ? agreement(inquiry, driver) : nil
  }
}

/// Returns the proportion of the stated preferences, of `request` and `driver` together, that are met; 1 if none are
/// stated.
public func agreement(of request: Request, with driver: Driver) -> Double {
  agreement(of: request, with: driver, and: Opinion())
}

/// Returns that proportion, including the preferences counted in `opinion`.
@inline(__always)
func agreement(of request: Request, with driver: Driver, and opinion: Opinion) -> Double {
  let ofRequest = request.wishes.agreement(with: driver.person)
  let ofDriver = driver.wishes.agreement(with: request.person)
  let stated = ofRequest.stated + ofDriver.stated + opinion.stated
  let met = ofRequest.met + ofDriver.met + opinion.met
  return stated == 0 ? 1 : Double(met) / Double(stated)
}

/// Returns whether all required preferences of both sides are met.
@inline(__always)  // A call would copy the driver.
public func requiredWishesAgree(_ request: Request, _ driver: Driver) -> Bool {
  func isMet(_ wishes: Wishes, by person: Person) -> Bool {
    guard wishes.required else { return true }
    let (stated, met) = wishes.agreement(with: person)
    return stated == met
  }
  return isMet(request.wishes, by: driver.person) && isMet(driver.wishes, by: request.person)
}
