/// The place from which a car is taken to go on when an insertion is evaluated.
public enum Vantage: Sendable {
  /// Its last reported position: all that the matcher knows when it decides.
  case reported
  /// Its true position: what counts when the driver accepts.
  case actual
}
