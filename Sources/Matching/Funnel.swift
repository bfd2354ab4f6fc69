/// How many drivers each stage of the two-circles rule left, in the order of the stages.
public struct Funnel: Hashable, Sendable {
  /// Marks a stage that the policy does not compute: an empty field in attempts.csv.
  public static let notComputed: Int32 = -1

  /// Drivers under way or announced, available or not.
  public var driversActive: Int32 = 0
  /// Stage 1: reported position within r of the pickup.
  public var inRadius: Int32 = notComputed
  /// Stage 2: a route point after it within r of the destination.
  public var onRoute: Int32 = notComputed
  /// Stage 3: seats and luggage room on every leg of some pair of stops.
  public var withSeats: Int32 = notComputed
  /// Stage 4: required wishes agree both ways.
  public var withPreferences: Int32 = notComputed
  /// Stage 5: some pair of stops keeps every limit.
  public var withinLimits: Int32 = notComputed
  /// Drivers dismissed by a bound without being evaluated.
  public var boundedOut: Int32 = notComputed
  /// Drivers whose pairs of stops were evaluated.
  public var evaluated: Int32 = notComputed

  public init() {}
}

/// A limit that an insertion may break; the raw value is the name in attempts.csv.
public enum Limit: String, CaseIterable, Sendable {
  case detour = "max_detour_s"
  case detourRatio = "max_detour_ratio"
  case arrival = "latest_arrive_s"
  case wait = "latest_pickup_s"
  case dropoff = "latest_dropoff_s"
  case ride = "max_ride_s"
  /// A promise to a passenger accepted before.
  case promise
  /// Nothing but the pairs without free seats was left at acceptance, or the driver had arrived.
  case seats
}
