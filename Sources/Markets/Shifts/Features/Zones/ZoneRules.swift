public import Quantities
import Scenario
public import Statistics

/// The rules by which volunteers choose a zone of their post in a second step.
public struct ZoneRules: Equatable, Sendable {
  /// The time at which the zones of all posts open.
  public var opens = Milliseconds.zero
  /// The time until which volunteers choose; nil for the deadline of sign-up.
  public var until: Milliseconds?
  /// The time that a volunteer takes to choose once told, in seconds.
  public var delay = Law.lognormal(median: 86_400, sigma: 1)
  public var unchosen = Unchosen.assigned

  public init() {}

  /// The treatment of volunteers who have not chosen in time; the raw value is the name in scenarios.
  public enum Unchosen: String, CaseIterable, Sendable {
    /// The organiser assigns them a zone.
    case assigned
    /// They stay without one.
    case without
  }
}

extension Field<ShiftsFields> {
  static var zones: Self {
    Self(
      "zones", \.zones, orAbsent: .object(ZoneRules.members),
      "Zones chosen in a second step: places have no zone until the zones open. `null`: each place comes with a zone."
    ).idle { fields, _ in
      fields.zones == nil || fields.programme.hasZones ? nil : "no post has zones"
    }
  }
}

extension ZoneRules {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "opens_s", \.opens, .seconds(), isRequired: true,
          "The time at which the zones of all posts open; volunteers with places without a zone are notified."
        ),
        Field(
          "choose_until_s", \.until, orNull: .seconds(),
          "The deadline for choosing a zone. `null`: the sign-up deadline."),
        Field(
          "delay", \.delay, .law(),
          "The time from the notification, or from a confirmation after the opening, to the volunteer's choice."
        ),
        Field(
          "unchosen", \.unchosen, .oneOf,
          "The treatment of volunteers who have not chosen in time: `assigned` a zone in order of sign-up, or left `without` one."
        ),
      ])
  }

  /// Reports moments at which nobody could choose.
  static func check(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    let scenario = checked.value
    let fields = scenario.fields(of: ShiftsFields.self)
    guard let zones = fields.zones, let deadline = fields.deadline(in: scenario) else { return }
    let places = ["zones", "sign_up.deadline_s", "sign_up", "time.duration_s"]
    if zones.opens >= deadline {
      checked.conflict(
        "zones open at \(zones.opens.seconds) s, after sign-up ends at \(deadline.seconds) s; give an earlier zones.opens_s,"
          + " or a later sign_up.deadline_s", ["zones.opens_s"] + places, &faults)
    }
    guard let until = zones.until else { return }
    if until <= zones.opens {
      checked.conflict(
        "volunteers choose a zone until \(until.seconds) s, and zones open at \(zones.opens.seconds) s; give a later"
          + " zones.choose_until_s", ["zones.choose_until_s", "zones.opens_s", "zones"], &faults)
    }
    if until > deadline {
      checked.conflict(
        "volunteers choose a zone until \(until.seconds) s, after the deadline of sign-up at \(deadline.seconds) s; give an"
          + " earlier zones.choose_until_s, or `null` for the deadline", ["zones.choose_until_s"] + places,
        &faults)
    }
  }
}
