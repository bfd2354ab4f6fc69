/// Whether parties share a car's stops.
public enum StopSharing: String, CaseIterable, Sendable {
  /// Each party has a separate stop.
  case each
  /// Consecutive stops at the same place count as a single stop of the car.
  case shared
}
