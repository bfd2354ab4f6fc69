public import Travellers

/// Returns the share of the stated preferences of `request` and `driver` that are met, both sides together; 1
/// if none is stated.
public func agreement(of request: Request, with driver: Driver) -> Double {
  agreement(of: request, with: driver, and: Opinion())
}

/// Returns the same, including the preferences of `opinion`.
@inline(__always)
func agreement(of request: Request, with driver: Driver, and opinion: Opinion) -> Double {
  let ofRequest = request.wishes.agreement(with: driver.person)
  let ofDriver = driver.wishes.agreement(with: request.person)
  let stated = ofRequest.stated + ofDriver.stated + opinion.stated
  let met = ofRequest.met + ofDriver.met + opinion.met
  return stated == 0 ? 1 : Double(met) / Double(stated)
}

/// Returns whether all required preferences of a side are met.
@inline(__always)  // A call would copy the driver.
public func requiredWishesAgree(_ request: Request, _ driver: Driver) -> Bool {
  func isMet(_ wishes: Wishes, by person: Person) -> Bool {
    guard wishes.required else { return true }
    let (stated, met) = wishes.agreement(with: person)
    return stated == met
  }
  return isMet(request.wishes, by: driver.person) && isMet(driver.wishes, by: request.person)
}
