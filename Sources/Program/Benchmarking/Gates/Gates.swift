import Foundation

/// The rules of the gates. Each takes what was measured and answers; none measures.
public enum Gates {
  /// How much more memory, as a share, is no fault; and how many bytes besides.
  static let memoryMargin = 0.05
  static let memoryBytes = 2 << 20
  /// How many more allocations, as a share, are no fault; and how many besides, which weigh in short runs.
  static let allocationMargin = 0.01
  static let allocationBlocks = 16.0
  static let instructionMargin = 0.01
  static let meanInstructionMargin = 0.005
  /// How often what seems to take more instructions is counted again.
  static let recounts = 3
  static let slopeMargin = 0.05
  static let timeMargin = 0.05
  public static let timeLevel = 0.01
  /// How many pairs the gate of time needs: of fewer, none could be significant.
  public static let leastPairs = (1...).first { leastPValue(pairs: $0) < timeLevel } ?? 1
  /// How wide, as a share, the interval of a ratio may be for "no slower" to be said.
  static let widestInterval = 0.05

  /// The least two-sided p-value that a sign-flip test of so many pairs can have: when all of them say the same.
  public static func leastPValue(pairs: Int) -> Double { 2 / exp2(Double(pairs)) }
}
