public import Lifecycle
public import Travellers

/// The stages of the two-circles rule, in order.
@frozen
public enum Stage: Int, FunnelStage {
  case radius
  case route
  case seats
  case preferences
  case limits

  public var words: StageWords<Cause> {
    switch self {
    case .radius:
      StageWords(
        name: "radius", cause: cause, column: "in_radius",
        count: "Available drivers whose reported position lies within r of the pickup.",
        meaning: "The reported position lies within r of the pickup.", left: "within r of the pickup",
        nobody: "no available driver's reported position lay within r of the pickup",
        remedy: "a larger matching.radius_m, more drivers, or more matching.attempts")
    case .route:
      StageWords(
        name: "route", cause: cause, column: "on_route",
        count: "The number of these with a later route point within r of the destination.",
        meaning: "A later route point lies within r of the destination.",
        left: "with the destination on the route",
        nobody: "no driver near the pickup had a route point ahead within r of the destination",
        remedy: "a larger matching.radius_m, or a smaller matching.spacing_m where it is near the radius")
    case .seats:
      StageWords(
        name: "seats", cause: cause, column: "with_seats",
        count: "The number of these with seats and luggage room on all legs of some pair of stops.",
        meaning: "Some pair of stops has seats and luggage room on every leg between.", left: "with seats",
        nobody: "none of those drivers had the seats and the luggage room on every leg between",
        remedy: "more seats or luggage room a driver, or smaller parties")
    case .preferences:
      StageWords(
        name: "preferences", cause: cause, column: "with_preferences",
        count: "The number of these with mutually compatible required wishes.",
        meaning: "The required wishes agree both ways.", left: "with agreeing wishes",
        nobody: "required wishes ruled out all of those drivers",
        remedy: "wishes that count in the cost instead of being required")
    case .limits:
      StageWords(
        name: "limits", cause: cause, column: "within_limits",
        count:
          "The number of these with a pair of stops that respects all limits and promises: the candidates.",
        meaning: "Some pair of stops keeps every limit and promise.", left: "within the limits",
        nobody: "every pair of stops with those drivers broke a detour, wait or ride limit or a promise",
        remedy: "a wider limit, the one that bound, in matching.limits or with the traveller")
    }
  }

  /// The failure cause of this stage: separate from `words`, because every failed attempt needs it.
  @inlinable public var cause: Cause {
    switch self {
    case .radius: .noDriverInRadius
    case .route: .noneOnRoute
    case .seats: .noSeats
    case .preferences: .preferences
    case .limits: .limits
    }
  }
}

extension Cause {
  /// The meaning of the cause, in one sentence: from the stage, if it is a stage's cause.
  public var meaning: String { Stage(failingWith: self)?.nobody ?? ownMeaning ?? rawValue }
}
