public import Quantities

/// The units and speeds that the files of some formats leave open.
public struct ImportOptions: Hashable, Sendable {
  /// DIMACS: the unit of a graph of distances; nil for the decimetres of the challenge, which are refused
  /// where the coordinates speak against them.
  public var lengthUnit: Metres?
  /// DIMACS: the unit of a graph of times, seconds; nil for `challengeTimeUnit`, which is refused where no
  /// cars drive so fast or so slowly.
  public var timeUnit: Double?
  /// DIMACS: one speed for all roads in place of the graph of times, km/h; nil to use that graph, or
  /// `usualSpeedKmh` where there is none.
  public var speedKmh: Double?

  /// The unit of the distances of the ninth DIMACS challenge.
  public static let challengeLengthUnit: Metres = 0.1
  /// The unit that gives the times of the ninth DIMACS challenge a meaning, seconds.
  ///
  /// They are distances divided by 1, 0.8, 0.6 or 0.4, according to the class of the road. At 0.0036 s the
  /// fastest class is driven at 100 km/h and the slowest at 40.
  public static let challengeTimeUnit = 0.0036
  /// The speed where nothing states one, km/h.
  public static let usualSpeedKmh = 50.0

  public init() {}
}
