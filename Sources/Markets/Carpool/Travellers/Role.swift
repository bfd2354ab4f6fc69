/// The role of a traveller, as written in files.
public enum Role: String, CaseIterable, Sendable {
  case driver
  case rider
  /// Has a car, and may drive or ride.
  case either
}
