import Lifecycle
import Quantities
import Statistics

extension ShiftsMarket {
  /// Draws and schedules the request for a better place before the deadline, of a volunteer confirmed at `time` for
  /// a wish other than the first.
  mutating func scheduleChange(of request: SignUpIndex, at time: Milliseconds, _ desk: inout Desk) {
    guard core.rules.changeProbability > 0, time < core.rules.deadline, core.rules.deadline != .never,
      core.festival.rank(of: core.sections[Int(request)], for: request) > 1
    else { return }
    var draws = desk.rules.random.stream(.signUpChange, core.key(of: request))
    let span = core.rules.deadline - time
    guard
      let delay = Lifecycle<Self>.moment(draws.uniform(), of: core.rules.changeProbability, in: span)
    else { return }
    desk.schedule(.change(request), at: time + delay)
  }

  /// Exchanges the place of `request` for that of its best higher-ranked wish with a place, in one step; if there
  /// is none, the volunteer keeps the place.
  mutating func change(_ request: SignUpIndex, at time: Milliseconds, _ desk: inout Desk) {
    guard desk.phase(of: request) == .matched, time < core.rules.deadline else { return }
    let programme = core.festival.programme
    core.occupancy.open(until: time, programme)
    let old = core.sections[Int(request)]
    // A sign-up that was changed otherwise meanwhile has its only wish.
    guard core.festival.rank(of: old, for: request) > 1 else { return }
    let better = core.festival.requests[request].wishes.prefix(
      Int(core.festival.rank(of: old, for: request)) - 1)
    var place: SectionIndex?
    for wish in better where place == nil {
      place = core.place(for: core.festival.wishes[Int(wish)], at: time)
    }
    guard let new = place else {
      desk.records.requests[request].refusedChanges += 1
      return
    }
    core.occupancy.give(back: old, programme)
    core.write(.changedFrom, request, old, at: time)
    core.occupancy.take(new, programme)
    core.write(.changedTo, request, new, at: time)
    core.sections[Int(request)] = new
    desk.records.requests[request].section = new
    desk.records.requests[request].changes += 1
    let shift = programme.sections[new].shift
    desk.rebind(request, to: shift)
    desk.note(.changed, provider: shift, request: request)
  }
}
