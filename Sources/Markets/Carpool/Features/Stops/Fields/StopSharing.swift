/// Whether parties share the stops of a car.
public enum StopSharing: String, CaseIterable, Sendable {
  /// Each party has a separate stop.
  case each
  /// Consecutive stops of a plan at one place are one stop of the car.
  case shared
}
