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
