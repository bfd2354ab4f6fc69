/// The position from which a car is assumed to continue when an insertion is evaluated.
public enum Vantage: Sendable {
  /// Its last reported position: all that the matcher knows at the decision.
  case reported
  /// Its true position: decisive when the driver accepts.
  case actual
}
