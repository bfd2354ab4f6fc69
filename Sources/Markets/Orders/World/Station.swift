public import Quantities

/// A station of the line: a number of servers that do the same work, first come, first served, in the same hours.
public struct Station: Hashable, Sendable {
  /// The unit a server processes at a time.
  public enum Unit: String, CaseIterable, Sendable {
    /// One card at a time, by any free server: cards of the same order may be with several.
    case card
    /// All cards of an order together, once the last of them has arrived.
    case order
  }

  /// What happens to unfinished work at the end of working hours.
  public enum AtClose: String, CaseIterable, Sendable {
    /// It stops, and continues at the next opening where it was left (preemptive resume).
    case resume
    /// It is finished after hours; then nothing is begun until the next opening.
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
