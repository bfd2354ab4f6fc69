import Lifecycle
public import Quantities
import Scenario
public import Statistics

/// The second step of a sign-up: the choice of a zone by volunteers who obtained a place before the zones opened.
public struct ZoneDesk: ShiftsFeature {
  /// A scheduled step of the zone choice.
  public enum Step: BitwiseCopyable, Sendable {
    /// The zones open.
    case open
    /// The time for choosing ends.
    case due
    /// The volunteer of a sign-up chooses a zone.
    case choice(SignUpIndex)
  }

  private let rules: ZoneRules
  private let until: Milliseconds
  private var choices: [ZoneChoice]

  init?(_ rules: ShiftRules, _ festival: Festival) {
    guard let zones = rules.fields.zones else { return nil }
    self.rules = zones
    until = zones.until ?? rules.deadline
    choices = Array(repeating: ZoneChoice(), count: festival.requests.count)
  }

  mutating func open(_ core: inout ShiftsCore, _ desk: inout ShiftsMarket.Desk) {
    desk.schedule(.zones(.open), at: rules.opens)
    desk.schedule(.zones(.due), at: until)
  }

  mutating func take(
    _ step: ShiftsMarket.Step, at time: Milliseconds, _ core: inout ShiftsCore,
    _ desk: inout ShiftsMarket.Desk
  ) {
    guard case .zones(let step) = step else { return }
    switch step {
    case .open:
      desk.note(.zonesOpened)
      for request in core.festival.requests.places where isWaiting(request, core, desk) {
        tell(request, at: core.tellOfZones(request, at: time), core, &desk)
      }
    case .choice(let request):
      if time < until, isWaiting(request, core, desk) {
        settle(request, isAssigned: false, at: time, &core, &desk)
      }
    case .due:
      guard rules.unchosen == .assigned else { return }
      let waiting = core.festival.requests.places.filter { isWaiting($0, core, desk) }
      for request in waiting.ordered(by: { core.precedes($0, $1) }) {
        settle(request, isAssigned: true, at: time, &core, &desk)
      }
    }
  }

  mutating func confirmed(
    _ request: SignUpIndex, at time: Milliseconds, _ core: inout ShiftsCore,
    _ desk: inout ShiftsMarket.Desk
  ) {
    guard time >= rules.opens, core.isWithoutZone(request) else { return }
    if time < until {
      tell(request, at: core.noticeboard?.told(of: request) ?? time, core, &desk)
    } else if rules.unchosen == .assigned {
      settle(request, isAssigned: true, at: time, &core, &desk)
    }
  }

  func leave(in records: inout ShiftsRecords) { records.zoneChoices = choices }

  private func isWaiting(
    _ request: SignUpIndex, _ core: borrowing ShiftsCore, _ desk: borrowing ShiftsMarket.Desk
  ) -> Bool {
    core.isWithoutZone(request) && desk.phase(of: request) == .matched
  }

  /// Schedules the choice of the volunteer, who learns at `time` that zones are open; does nothing if `time` is
  /// `.never`, because the message is lost.
  private mutating func tell(
    _ request: SignUpIndex, at time: Milliseconds, _ core: borrowing ShiftsCore,
    _ desk: inout ShiftsMarket.Desk
  ) {
    guard time != .never else { return }
    choices[Int(request)].told = time
    var draws = desk.rules.random.stream(.zoneChoice, core.key(of: request))
    let choice = time.saturatingAdd(rules.delay.span(&draws))
    if choice < until { desk.schedule(.zones(.choice(request)), at: choice) }
  }

  /// Assigns `request` to the volunteer's most preferred zone with a free place. If all preferred zones are full, it is
  /// assigned to the zone with the most free places.
  private mutating func settle(
    _ request: SignUpIndex, isAssigned: Bool, at time: Milliseconds, _ core: inout ShiftsCore,
    _ desk: inout ShiftsMarket.Desk
  ) {
    let programme = core.festival.programme
    core.occupancy.open(until: time, programme)
    let old = core.sections[Int(request)]
    let shift = programme.sections[old].shift
    core.occupancy.give(back: old, programme)
    core.write(.zoneFrom, request, old, at: time)
    let wishes = core.festival.requests[request].wishes.map { core.festival.wishes[Int($0)] }
    let zones = (wishes.filter { $0.shift == shift } + [Wish(shift)]).lazy
    guard let new = zones.compactMap({ [core] in core.place(for: $0, at: time) }).first else {
      preconditionFailure("zones have room for everybody who has a place of the post")
    }
    core.occupancy.take(new, programme)
    core.write(.zoneTo, request, new, at: time)
    core.sections[Int(request)] = new
    desk.records.requests[request].section = new
    choices[Int(request)].time = time
    choices[Int(request)].isAssigned = isAssigned
    desk.note(isAssigned ? .zoneAssigned : .zoneChosen, provider: shift, request: request)
  }
}

/// The zone choice of one sign-up.
struct ZoneChoice: Hashable, Sendable {
  /// The time at which the volunteer learned that zones were open; `.never` if they never did, or already had a zone.
  var told = Milliseconds.never
  /// The time of the choice or the assignment; `.never` if there was neither.
  var time = Milliseconds.never
  var isAssigned = false
}

extension ShiftsCore {
  /// Returns whether `request` has, or is offered, a place without a zone at a post with zones.
  func isWithoutZone(_ request: SignUpIndex) -> Bool {
    sections[Int(request)] != .none && festival.programme.isUnzoned(sections[Int(request)])
  }

  /// Returns whether sign-up `one` was submitted before `other`; ties go to the lower index.
  func precedes(_ one: SignUpIndex, _ other: SignUpIndex) -> Bool {
    (submissions[Int(one)], one) < (submissions[Int(other)], other)
  }

  /// Notifies the volunteer of `request` that zones are open, and returns the time of receipt; `.never` if the message is lost.
  mutating func tellOfZones(_ request: SignUpIndex, at time: Milliseconds) -> Milliseconds {
    let addressee = addressee(of: request)
    return noticeboard?.tellOfZones(request, of: addressee, at: time) ?? time
  }
}

/// The rules by which volunteers choose a zone of their post in a second step.
public struct ZoneRules: Equatable, Sendable {
  /// The time at which the zones of all posts open.
  public var opens = Milliseconds.zero
  /// The time until which volunteers can choose; nil: the sign-up deadline.
  public var until: Milliseconds?
  /// The time that a volunteer takes to choose after learning that zones are open, in seconds.
  public var delay = Law.lognormal(median: 86_400, sigma: 1)
  public var unchosen = Unchosen.assigned

  public init() {}

  /// The treatment of volunteers who have not chosen in time; the raw value is the name in scenarios.
  public enum Unchosen: String, CaseIterable, Sendable {
    /// They are assigned a zone by the organiser.
    case assigned
    /// They remain without a zone.
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

  /// Reports periods in which nobody could choose a zone.
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
