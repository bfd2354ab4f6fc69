import Market
import Quantities
import Spaces

/// What a search over all drivers found.
struct BestInsertionResult {
  /// The best feasible insertion; nil where there is none.
  var best: (driver: DriverIndex, insertion: Insertion)?
  /// Drivers in the circle around the pickup, and those of them who pass the other, where the circles bind.
  var inRadius = Funnel.notComputed
  var onRoute = Funnel.notComputed
  /// Drivers that a bound dismissed.
  var boundedOut: Int32 = 0
  /// Drivers whose pairs of stops were evaluated exactly.
  var evaluated: Int32 = 0
}

extension Fleet {
  /// The best feasible insertion of `request` over all drivers who can be asked, `excluded` left out.
  ///
  /// Bounds from straight lines put the drivers in order; they are evaluated exactly in that order until no
  /// bound is below the best value found, so the answer is that of an evaluation of all.
  func bestInsertion(of request: Request, promise: Promise, at time: Milliseconds, excluded: [DriverIndex])
    -> BestInsertionResult
  {
    var result = BestInsertionResult()
    var remaining = askableCount - excluded.count { isAvailable($0) }
    let objective = terms.insertion.objective
    if let circles = beginSearch(for: request, promise, at: time, excluded: excluded) {
      result.inRadius = Int32(circles.inRadius)
      result.onRoute = Int32(circles.onRoute)
      remaining = circles.onRoute
    }
    var least = Int64.max
    while let driver = nextDriver(worth: least) {
      guard !excluded.contains(driver) else { continue }
      remaining -= 1
      let offer = drivers[driver]
      guard hasRoom(for: request, in: driver), requiredWishesAgree(request, offer) else { continue }
      result.evaluated += 1
      guard let insertion = evaluate(request, promise, driver, at: time).best else { continue }
      let value = objective.value(
        of: insertion, agreement: agreement(of: request, with: offer), terms: terms)
      if value < least || (value == least && result.best.map { driver < $0.driver } ?? true) {
        least = value
        result.best = (driver, insertion)
      }
    }
    result.boundedOut = Int32(remaining)
    return result
  }
}
