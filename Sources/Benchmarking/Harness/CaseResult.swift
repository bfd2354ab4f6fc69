public import Statistics

/// What was measured of one benchmark at one size.
public struct CaseResult: Hashable, Sendable {
  public let item: Case
  /// How many operations one repetition does, and what one of them is called.
  public var operations: Int
  public var operation: String
  /// A hash of what came out.
  public var fingerprint: String
  /// How often things were done in one repetition, in the order in which they are told.
  public var counts: [Count]
  /// The most memory that the process held.
  public var peakBytes: Int
  /// The repetitions, in order.
  public var samples: [Sample]
  /// The instructions of one repetition; nil where they were not counted.
  public var instructions: Int?
  /// The version of the compiler that made the program.
  public var compiler: String

  /// How long one repetition took.
  public struct Sample: Hashable, Sendable {
    /// Processor time of the thread, seconds.
    public var processor: Double
    /// Time on the wall, seconds.
    public var wall: Double
  }

  /// The processor times of the repetitions, seconds.
  public var times: Summary { Summary(samples.map(\.processor)) }

  /// What is counted under `name`; nil where that was not counted.
  public func count(_ name: String) -> Int? { counts.first { $0.name == name }?.value }
}

/// A case that could not be measured, and why.
public struct Omission: Hashable, Sendable, Error {
  public let item: Case
  /// A sentence without the case's name.
  public let reason: String
  /// Whether something went wrong, or the case was left out because something is missing.
  public let isFailure: Bool
}
