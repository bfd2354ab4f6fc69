public import Quantities

/// A station of the line: parallel servers that do the same work during the same working hours, first come, first
/// served.
public struct Station: Hashable, Sendable {
  /// The unit that a server processes at a time.
  public enum Unit: String, CaseIterable, Sendable {
    /// One card at a time, by any free server; several servers may process cards of the same order.
    case card
    /// All cards of an order together, once the last of them has arrived.
    case order
  }

  /// The treatment of unfinished work at the end of working hours.
  public enum AtClose: String, CaseIterable, Sendable {
    /// It is interrupted, and resumed where it stopped at the next opening (preemptive resume).
    case resume
    /// It is finished after hours; no new work is begun until the next opening.
    case finish
  }

  public var name: String
  public var servers: Int32
  public var hours: WeeklyHours
  public var service: ServiceLaw
  public var unit: Unit
  public var atClose: AtClose

  /// Creates a station with one server that always works.
  public init(
    name: String, servers: Int32 = 1, hours: WeeklyHours = .always, service: ServiceLaw, unit: Unit = .card,
    atClose: AtClose = .resume
  ) {
    self.name = name
    self.servers = servers
    self.hours = hours
    self.service = service
    self.unit = unit
    self.atClose = atClose
  }
}

/// The law of the time that a server takes per card or order.
public struct ServiceLaw: Hashable, Sendable {
  /// The family of distributions.
  public enum Family: String, CaseIterable, Sendable {
    /// The exponential distribution, whose coefficient of variation is 1.
    case exponential
    /// Constant, equal to the mean.
    case fixed
    /// The lognormal distribution.
    case lognormal
    /// The gamma distribution; if 1 ÷ cv² is an integer, a sum of exponential times.
    case gamma
  }

  public var family: Family
  public var mean: Milliseconds
  /// The coefficient of variation (standard deviation ÷ mean) of the lognormal and gamma laws.
  public var cv: Double

  /// Creates a law.
  public init(_ family: Family = .exponential, mean: Milliseconds, cv: Double = 1) {
    self.family = family
    self.mean = mean
    self.cv = cv
  }
}

/// The line's promise, its cut-off, and the rules for cancellation.
public struct LineRules: Hashable, Sendable {
  /// The promised time from payment until the last card leaves.
  public var promise = Milliseconds(48 * 3_600_000)
  /// The time since midnight after which paid orders wait for the first opening of the next working day, that is a day
  /// on which the first station opens. nil: all orders enter the line when paid.
  public var cutOff: Milliseconds?
  /// The time after payment during which a customer may cancel an order, provided that no card has been begun.
  public var cancelSpan = Milliseconds(2 * 3_600_000)

  public init() {}
}
