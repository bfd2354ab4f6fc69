import Lifecycle
import Quantities
import Statistics

extension ShiftsMarket {
  /// Draws and schedules the request for a better place before the deadline, of a volunteer confirmed at `time` for
  /// a wish other than the first.
  mutating func scheduleChange(of request: SignUpIndex, at time: Milliseconds, _ desk: inout Desk) {
    guard shiftRules.changeProbability > 0, time < shiftRules.deadline, shiftRules.deadline != .never,
      festival.rank(of: sections[Int(request)], for: request) > 1
    else { return }
    var draws = desk.rules.random.stream(.signUpChange, key(of: request))
    let span = shiftRules.deadline - time
    guard
      let delay = Lifecycle<Self>.moment(draws.uniform(), of: shiftRules.changeProbability, in: span)
    else { return }
    desk.schedule(.change(request), at: time + delay)
  }

  /// Exchanges the place of `request` for that of its best higher-ranked wish with a place, in one step; if there
  /// is none, the volunteer keeps the place.
  mutating func change(_ request: SignUpIndex, at time: Milliseconds, _ desk: inout Desk) {
    guard desk.phase(of: request) == .matched, time < shiftRules.deadline else { return }
    let programme = festival.programme
    occupancy.open(until: time, programme)
    let old = sections[Int(request)]
    let better = festival.requests[request].wishes.prefix(Int(festival.rank(of: old, for: request)) - 1)
    let sections = better.lazy.compactMap { [festival, occupancy] place in
      let wish = festival.wishes[Int(place)]
      guard let emptiest = occupancy.emptiest(of: wish.shift, programme) else { return nil as SectionIndex? }
      if wish.section == .none { return emptiest }
      return occupancy.free(wish.section, programme) > 0 ? wish.section : nil
    }
    guard let new = sections.first else {
      desk.records.requests[request].refusedChanges += 1
      return
    }
    occupancy.give(back: old, programme)
    write(.changedFrom, request, old, at: time)
    occupancy.take(new, programme)
    write(.changedTo, request, new, at: time)
    self.sections[Int(request)] = new
    desk.records.requests[request].section = new
    desk.records.requests[request].changes += 1
    let shift = programme.sections[new].shift
    desk.rebind(request, to: shift)
    desk.note(.changed, provider: shift, request: request)
  }
}
