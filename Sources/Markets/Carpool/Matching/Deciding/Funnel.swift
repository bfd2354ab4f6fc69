import Lifecycle
public import Travellers

/// The number of drivers left after each stage of the two-circles rule.
///
///     funnel[.radius] = 6
@frozen
public struct Funnel: Sendable {
  /// Marks a count not computed by the policy: an empty field in attempts.csv.
  @inlinable public static var notComputed: Int32 { -1 }

  /// The number of drivers under way or announced, available or not.
  public var driversActive: Int32 = 0
  /// The numbers left, in the order of the stages.
  @usableFromInline var left: InlineArray<5, Int32> = InlineArray(repeating: notComputed)
  /// The number of drivers pruned by a bound without evaluation.
  public var boundedOut: Int32 = notComputed
  /// The number of drivers whose pairs of stops were evaluated.
  public var evaluated: Int32 = notComputed

  @inlinable public init() {}

  /// The number of drivers left after `stage`; `notComputed` if not counted.
  @inlinable public subscript(stage: Stage) -> Int32 {
    get { left[stage.rawValue] }
    set { left[stage.rawValue] = newValue }
  }

  /// The first stage with no driver left; nil if there is none among the computed ones.
  public var emptied: Stage? {
    for place in 0..<left.count where left[place] == 0 { return Stage(rawValue: place) }
    return nil
  }

  /// The failure cause of an attempt with this funnel.
  public var cause: Cause {
    if let emptied { return emptied.cause }
    // With bounds, every available driver is either evaluated or pruned.
    return evaluated == 0 && boundedOut == 0 ? .noDriver : .limits
  }
}
