import Lifecycle
public import Travellers

/// The number of drivers that each stage of the two-circles rule left.
///
///     funnel[.radius] = 6
@frozen
public struct Funnel: Sendable {
  /// Marks a count that the policy does not compute: an empty field in attempts.csv.
  @inlinable public static var notComputed: Int32 { -1 }

  /// Drivers under way or announced, available or not.
  public var driversActive: Int32 = 0
  /// In the order of the stages, as many as there are.
  @usableFromInline var left: InlineArray<5, Int32> = InlineArray(repeating: notComputed)
  /// Drivers dismissed by a bound without being evaluated.
  public var boundedOut: Int32 = notComputed
  /// Drivers whose pairs of stops were evaluated.
  public var evaluated: Int32 = notComputed

  @inlinable public init() {}

  /// The number of drivers that `stage` left; `notComputed` where they were not counted.
  @inlinable public subscript(stage: Stage) -> Int32 {
    get { left[stage.rawValue] }
    set { left[stage.rawValue] = newValue }
  }

  /// The first stage that left no driver; nil where each left some or was not computed.
  public var emptied: Stage? {
    for place in 0..<left.count where left[place] == 0 { return Stage(rawValue: place) }
    return nil
  }

  /// The cause of the failure of an attempt whose drivers went through this funnel.
  public var cause: Cause {
    if let emptied { return emptied.cause }
    // All available drivers are evaluated or dismissed by a bound, where bounds are used.
    return evaluated == 0 && boundedOut == 0 ? .noDriver : .limits
  }
}
