public import Travellers

/// The stages of the two-circles rule, in their order: the one list of what a driver has to pass.
@frozen
public enum Stage: Int, CaseIterable, Sendable {
  case radius
  case route
  case seats
  case preferences
  case limits

  /// All that is said of a stage anywhere.
  private struct Description {
    /// What candidates.csv calls the stage where it fails.
    let name: String
    /// The column of attempts.csv that counts whom the stage left, and what that column means.
    let column: String
    let count: String
    /// What the stage asks for, in one sentence.
    let meaning: String
    /// Whom the stage left, in words that follow a number.
    let left: String
    /// Why an attempt fails of which the stage leaves nobody, and what that means, in one sentence.
    let cause: Cause
    let nobody: String
    /// What in a scenario lets the stage leave more.
    let remedy: String
  }

  private var description: Description {
    switch self {
    case .radius:
      Description(
        name: "radius", column: "in_radius",
        count: "Available drivers whose reported position lies within r of the pickup.",
        meaning: "The reported position lies within r of the pickup.",
        left: "within r of the pickup", cause: .noDriverInRadius,
        nobody: "no available driver's reported position lay within r of the pickup",
        remedy: "a larger matching.radius_m, more drivers, or more matching.attempts")
    case .route:
      Description(
        name: "route", column: "on_route",
        count: "Those of them with a later route point within r of the destination.",
        meaning: "A later route point lies within r of the destination.",
        left: "with the destination on the route", cause: .noneOnRoute,
        nobody: "no driver near the pickup had a route point ahead within r of the destination",
        remedy: "a larger matching.radius_m, or a smaller matching.spacing_m where it is near the radius")
    case .seats:
      Description(
        name: "seats", column: "with_seats",
        count: "Those of them with seats and luggage room on every leg of some pair of stops.",
        meaning: "Some pair of stops has seats and luggage room on every leg between.",
        left: "with seats", cause: .noSeats,
        nobody: "none of those drivers had the seats and the luggage room on every leg between",
        remedy: "more seats or luggage room a driver, or smaller parties")
    case .preferences:
      Description(
        name: "preferences", column: "with_preferences",
        count: "Those of them with whom the required wishes agree both ways.",
        meaning: "The required wishes agree both ways.",
        left: "with agreeing wishes", cause: .preferences,
        nobody: "required wishes ruled out all of those drivers",
        remedy: "wishes that count in the cost instead of being required")
    case .limits:
      Description(
        name: "limits", column: "within_limits",
        count: "Those of them with a pair of stops that keeps every limit and promise: the candidates.",
        meaning: "Some pair of stops keeps every limit and promise.",
        left: "within the limits", cause: .limits,
        nobody: "every pair of stops with those drivers broke a detour, wait or ride limit or a promise",
        remedy: "a wider limit, the one that bound, in matching.limits or with the traveller")
    }
  }

  /// What candidates.csv calls the stage where it fails.
  public var name: String { description.name }
  /// The column of attempts.csv that counts whom the stage left.
  public var column: String { description.column }
  /// What that column counts, in one sentence.
  public var count: String { description.count }
  /// What the stage asks for, in one sentence.
  public var meaning: String { description.meaning }
  /// Whom the stage left, in words that follow a number.
  public var left: String { description.left }
  /// Why an attempt fails of which the stage leaves nobody.
  public var cause: Cause { description.cause }
  /// What that cause means, in one sentence.
  public var nobody: String { description.nobody }
  /// What in a scenario lets the stage leave more.
  public var remedy: String { description.remedy }
}

extension Stage {
  /// The stage that fails with `cause`; nil where no stage does.
  public init?(failingWith cause: Cause) {
    guard let stage = Self.allCases.first(where: { $0.cause == cause }) else { return nil }
    self = stage
  }
}

extension Cause {
  /// What the cause means, in one sentence: that of a stage stands with the stage, that of all others with the cause.
  public var meaning: String { Stage(failingWith: self)?.nobody ?? ownMeaning ?? rawValue }
}
