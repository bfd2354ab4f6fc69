public import Quantities

/// The variation of travel times over the day: a factor for every hour and road class, the same every day.
///
/// Hours with the same factors in every class share a slice; slices are numbered in order of occurrence.
public struct TravelTimeProfile: Hashable, Sendable {
  /// The number of hours in a day.
  public static let hoursOfDay = 24
  /// The number of possible road classes.
  static let roadClasses = 256

  /// The slice of each hour of the local clock.
  public let sliceOfHour: [Int]
  /// The factors of each slice, by road class.
  let factorsOfSlice: [[Double]]

  /// Creates the profile with the factors of each hour, by road class.
  ///
  /// - Precondition: there are 24 hours with 256 factors each, all of them above 0 and finite.
  public init(factorsOfHour: [[Double]]) {
    precondition(factorsOfHour.count == Self.hoursOfDay, "a profile has 24 hours")
    precondition(
      factorsOfHour.allSatisfy { factors in
        factors.count == Self.roadClasses && factors.allSatisfy { $0 > 0 && $0.isFinite }
      }, "an hour has 256 factors, all of them above 0 and finite")
    var slices: [[Double]] = []
    sliceOfHour = factorsOfHour.map { factors in
      if let known = slices.firstIndex(of: factors) { return known }
      slices.append(factors)
      return slices.count - 1
    }
    factorsOfSlice = slices
  }

  /// The profile without variation.
  public static let constant = Self(
    factorsOfHour: Array(repeating: Array(repeating: 1, count: roadClasses), count: hoursOfDay))

  /// The number of slices.
  public var sliceCount: Int { factorsOfSlice.count }

  /// Returns the factor for the travel times of class `roadClass` (0 for networks without classes) in `hour`.
  public func factor(hour: Int, roadClass: UInt8) -> Double {
    factorsOfSlice[sliceOfHour[hour]][Int(roadClass)]
  }

  /// Returns the slice at `time`, measured from midnight on any day.
  public func slice(at time: Milliseconds) -> Int {
    let day: Int64 = 86_400_000
    let timeOfDay = (time.rawValue % day + day) % day
    return sliceOfHour[Int(timeOfDay / 3_600_000)]
  }
}
