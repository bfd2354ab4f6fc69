public import Quantities

/// Units and speeds not specified by some file formats.
public struct ImportOptions: Hashable, Sendable {
  /// DIMACS: the unit of a graph of distances, metres; nil: the decimetres of the challenge, rejected if the
  /// coordinates contradict them.
  public var lengthUnit: Metres?
  /// DIMACS: the unit of a graph of times, seconds; nil: `challengeTimeUnit`, rejected if it gives impossible
  /// speeds.
  public var timeUnit: Double?
  /// DIMACS: one speed for all roads, km/h, instead of the graph of times; nil: use that graph, or
  /// `usualSpeedKmh` if there is none.
  public var speedKmh: Double?

  /// The unit of distances in the ninth DIMACS challenge, metres.
  public static let challengeLengthUnit: Metres = 0.1
  /// The plausible unit of times in the ninth DIMACS challenge, seconds.
  ///
  /// Times there are distances divided by 1, 0.8, 0.6 or 0.4, according to road class. At 0.0036 s the
  /// fastest class has 100 km/h and the slowest 40.
  public static let challengeTimeUnit = 0.0036
  /// The default speed, km/h.
  public static let usualSpeedKmh = 50.0

  public init() {}
}
