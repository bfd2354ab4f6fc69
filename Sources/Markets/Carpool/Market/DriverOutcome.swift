/// The outcome of a driver; the raw value is the name in drivers.csv.
public enum DriverOutcome: String, CaseIterable, Sendable {
  case arrived
  case inProgress = "in_progress"
  case notDriven = "not_driven"
  case refusedInput = "refused_input"
}
