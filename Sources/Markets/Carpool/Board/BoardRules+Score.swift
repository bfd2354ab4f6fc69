public import Quantities

extension BoardRules {
  /// The time that it takes to walk `distance` metres.
  ///
  /// - Precondition: the walking speed is positive.
  public func walkingTime(_ distance: Metres) -> Milliseconds {
    Milliseconds(seconds: distance / walkingSpeed)
  }

  /// The score by which a shown trip is judged, in whole milliseconds: lower wins.
  ///
  /// - Parameters:
  ///   - price: of a seat, in the smallest unit of money.
  ///   - shift: between the time wished for and the trip's.
  ///   - walking: to the stop and from it.
  ///   - milliStars: the rating shown, in thousandths of a star.
  ///   - agreement: 1 where all wishes are met.
  public func score(
    price: Int64, shift: Milliseconds, walking: Milliseconds, milliStars: Int32, agreement: Double
  ) -> Int64 {
    let score =
      weights.price * Double(price) + weights.shift * Double(shift.rawValue).magnitude
      + weights.walking * Double(walking.rawValue)
      - Double(weights.star.rawValue) * (Double(milliStars) / 1000)
      + Double(weights.preference.rawValue) * (1 - agreement)
    // A weight out of all proportion must not stop a run: such trips are the last, in the order of their drivers.
    return Int64(min(max(score.rounded(), -0x1p62), 0x1p62))
  }
}
