public import Quantities

/// What the files of some formats leave open.
public struct ImportOptions: Hashable, Sendable {
  /// DIMACS: the unit of a graph of distances. The graphs of the challenge count decimetres.
  public var lengthUnit: Metres = 0.1
  /// DIMACS: the unit of a graph of times, seconds.
  ///
  /// The times of the challenge are distances divided by 1, 0.8, 0.6 or 0.4, according to the class of the
  /// road. At 0.0036 s the fastest class is driven at 100 km/h and the slowest at 40.
  public var timeUnit = 0.0036
  /// DIMACS: one speed for all roads in place of the graph of times, km/h; nil to use that graph, or
  /// `usualSpeedKmh` where there is none.
  public var speedKmh: Double?

  /// The speed where nothing states one, km/h.
  public static let usualSpeedKmh = 50.0

  /// Creates the defaults.
  public init() {}
}
