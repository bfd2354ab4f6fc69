/// A limit on insertions; the raw value is the name in attempts.csv.
public enum Limit: String, CaseIterable, Sendable {
  case detour = "max_detour_s"
  case detourRatio = "max_detour_ratio"
  case arrival = "latest_arrive_s"
  case wait = "latest_pickup_s"
  case dropoff = "latest_dropoff_s"
  case ride = "max_ride_s"
  /// A promise to an already accepted passenger.
  case promise
  /// At acceptance only pairs without free seats were left, or the driver had arrived.
  case seats
}
