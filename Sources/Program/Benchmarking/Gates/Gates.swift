import Foundation

/// The rules of the gates: functions of measurements, without measuring themselves.
public enum Gates {
  /// The accepted growth of memory, as a share, plus a number of bytes.
  static let memoryMargin = 0.05
  static let memoryBytes = 2 << 20
  /// The accepted growth of allocations, as a share, plus a number that matters in short runs.
  static let allocationMargin = 0.01
  static let allocationBlocks = 16.0
  static let instructionMargin = 0.01
  static let meanInstructionMargin = 0.005
  /// The number of recounts of an apparent regression in instructions.
  static let recounts = 3
  static let slopeMargin = 0.05
  static let timeMargin = 0.05
  public static let timeLevel = 0.01
  /// The minimum number of pairs for the time gate: fewer could not be significant.
  public static let leastPairs = (1...).first { leastPValue(pairs: $0) < timeLevel } ?? 1
  /// The maximum width of a ratio's interval, as a share, for "no slower".
  static let widestInterval = 0.05

  /// Returns the least possible two-sided p-value of a sign-flip test with `pairs` pairs, if all agree.
  public static func leastPValue(pairs: Int) -> Double { 2 / exp2(Double(pairs)) }
}
