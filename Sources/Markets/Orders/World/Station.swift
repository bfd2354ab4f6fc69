public import Quantities

/// A station of the line: so many servers that do the same work, in the order in which it comes, in the same hours.
public struct Station: Hashable, Sendable {
  /// The unit that a server takes at once.
  public enum Unit: String, CaseIterable, Sendable {
    /// One card after the other, by whichever server is free: cards of an order may be with several.
    case card
    /// All cards of an order together, once the last of them has come.
    case order
  }

  /// The treatment of the work that is in hand at the end of hours.
  public enum AtClose: String, CaseIterable, Sendable {
    /// It rests, and goes on at the next opening where it was left (preemptive resume).
    case resume
    /// It is brought to its end, after hours; then nothing is begun until the next opening.
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
