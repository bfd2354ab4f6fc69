public import Quantities

extension BoardRules {
  /// Returns the time to walk `distance` metres.
  ///
  /// - Precondition: the walking speed is positive.
  public func walkingTime(_ distance: Metres) -> Milliseconds {
    Milliseconds(seconds: distance / walkingSpeed)
  }

  /// Returns the score of a displayed trip, in whole milliseconds: lower is better.
  ///
  /// - Parameters:
  ///   - price: of a seat, in the smallest currency unit.
  ///   - shift: between the desired time and the trip's.
  ///   - walking: the time to the stop and from it.
  ///   - milliStars: the displayed rating, in thousandths of a star.
  ///   - agreement: the share of the preferences that are met.
  public func score(
    price: Int64, shift: Milliseconds, walking: Milliseconds, milliStars: Int32, agreement: Double
  ) -> Int64 {
    let score =
      weights.price * Double(price) + weights.shift * Double(shift.rawValue).magnitude
      + weights.walking * Double(walking.rawValue)
      - Double(weights.star.rawValue) * (Double(milliStars) / 1000)
      + Double(weights.preference.rawValue) * (1 - agreement)
    // An extreme weight must not stop a run: such trips come last, in the order of their drivers.
    return Int64(min(max(score.rounded(), -0x1p62), 0x1p62))
  }
}
