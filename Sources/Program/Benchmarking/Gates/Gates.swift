import Foundation

/// The rules of the gates. Each takes what was measured and answers; none measures.
public enum Gates {
  /// The growth of memory, as a share, that is no fault; and a number of bytes besides.
  static let memoryMargin = 0.05
  static let memoryBytes = 2 << 20
  /// The growth of allocations, as a share, that is no fault; and a number besides, which weighs in short runs.
  static let allocationMargin = 0.01
  static let allocationBlocks = 16.0
  static let instructionMargin = 0.01
  static let meanInstructionMargin = 0.005
  /// The number of times that what seems to take more instructions is counted again.
  static let recounts = 3
  static let slopeMargin = 0.05
  static let timeMargin = 0.05
  public static let timeLevel = 0.01
  /// The number of pairs that the gate of time needs: of fewer, none could be significant.
  public static let leastPairs = (1...).first { leastPValue(pairs: $0) < timeLevel } ?? 1
  /// The greatest width, as a share, of the interval of a ratio for "no slower" to be said.
  static let widestInterval = 0.05

  /// The least two-sided p-value that a sign-flip test of so many pairs can have: when all of them say the same.
  public static func leastPValue(pairs: Int) -> Double { 2 / exp2(Double(pairs)) }
}
