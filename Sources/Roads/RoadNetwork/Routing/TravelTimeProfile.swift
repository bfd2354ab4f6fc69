public import Quantities

/// The variation of travel times over the day: a factor on the network's own for every hour and road class, the same
/// every day.
///
/// Hours in which every class has the same factor share a slice; slices are numbered as they first occur.
public struct TravelTimeProfile: Hashable, Sendable {
  /// The hours of a day.
  public static let hoursOfDay = 24
  /// The numbers that a road class can have.
  static let roadClasses = 256

  /// The slice that each hour of the local clock lies in.
  public let sliceOfHour: [Int]
  /// The factors of each slice, by the number of the road class.
  let factorsOfSlice: [[Double]]

  /// Creates the profile with the factors of each hour, by the number of the road class.
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

  /// The profile of a day at whose hours all times are the network's own.
  public static let constant = Self(
    factorsOfHour: Array(repeating: Array(repeating: 1, count: roadClasses), count: hoursOfDay))

  /// The number of slices.
  public var sliceCount: Int { factorsOfSlice.count }

  /// The factor on the travel times of class `roadClass` (0 where the network has no classes) in `hour`.
  public func factor(hour: Int, roadClass: UInt8) -> Double {
    factorsOfSlice[sliceOfHour[hour]][Int(roadClass)]
  }

  /// The slice at `time` since any midnight.
  public func slice(at time: Milliseconds) -> Int {
    let day: Int64 = 86_400_000
    let timeOfDay = (time.rawValue % day + day) % day
    return sliceOfHour[Int(timeOfDay / 3_600_000)]
  }
}
