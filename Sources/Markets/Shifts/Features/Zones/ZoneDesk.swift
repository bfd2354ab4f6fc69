import Lifecycle
import Quantities
import Statistics

/// The second step of a sign-up: the choice of a zone by volunteers who got a place before the zones opened.
public struct ZoneDesk: ShiftsFeature {
  /// The steps of opening and choosing.
  public enum Step: BitwiseCopyable, Sendable {
    /// The zones open.
    case open
    /// The time to choose is over.
    case due
    /// The volunteer of a sign-up chooses.
    case choice(SignUpIndex)
  }

  private let rules: ZoneRules
  private let until: Milliseconds
  private var choices: [ZoneChoice]

  init?(_ rules: ShiftRules, _ festival: Festival) {
    guard let zones = rules.zones else { return nil }
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
      for request in waiting.sorted(by: { core.precedes($0, $1) }) {
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

  /// The volunteer knows at `time` that zones are open; `.never` if the message is lost.
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

  /// Exchanges the place without a zone for one in the zone of the best wish for the post that has a place left, or else in
  /// the zone with the most.
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

/// The second step of one sign-up.
struct ZoneChoice: Hashable, Sendable {
  /// The time at which the volunteer knew that zones were open; `.never` if they did not, or had a zone by then.
  var told = Milliseconds.never
  /// The time of the choice or the assignment; `.never` for neither.
  var time = Milliseconds.never
  var isAssigned = false
}

extension ShiftsCore {
  /// Whether `request` has, or is offered, a place of a post with zones that is in none.
  func isWithoutZone(_ request: SignUpIndex) -> Bool {
    sections[Int(request)] != .none && festival.programme.isUnzoned(sections[Int(request)])
  }

  /// Whether the sign-up `one` was submitted before `other`; at the same moment that with the lower index.
  func precedes(_ one: SignUpIndex, _ other: SignUpIndex) -> Bool {
    (submissions[Int(one)], one) < (submissions[Int(other)], other)
  }

  /// Tells the volunteer of `request` that zones are open, and returns when they know; `.never` if the message is lost.
  mutating func tellOfZones(_ request: SignUpIndex, at time: Milliseconds) -> Milliseconds {
    let addressee = addressee(of: request)
    return noticeboard?.tellOfZones(request, of: addressee, at: time) ?? time
  }
}
