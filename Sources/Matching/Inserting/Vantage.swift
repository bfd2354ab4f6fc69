import Spaces

/// From where a car is taken to go on when an insertion is evaluated.
public enum Vantage: Sendable {
  /// Its last reported position: all that the matcher knows when it decides.
  case reported
  /// Where it really is: what counts when the driver accepts.
  case actual
}

/// From where a car is taken to go on, and how that is known.
struct Start {
  let diversion: Diversion
  let vantage: Vantage
}
