import Lifecycle
import Quantities
import Scenario
import Statistics

/// The changes of volunteers whose place is not their first wish. Each may request a better place once, and places are
/// exchanged in one step.
struct BetterPlaceDesk: ShiftsFeature {
  private let probability: Double

  init?(_ rules: ShiftRules, _ festival: Festival) {
    guard rules.fields.behaviour.changeProbability > 0, rules.deadline != .never else { return nil }
    probability = rules.fields.behaviour.changeProbability
  }

  /// Draws and schedules the change request of a volunteer confirmed for a place other than their first wish.
  mutating func confirmed(
    _ request: SignUpIndex, at time: Milliseconds, _ core: inout ShiftsCore,
    _ desk: inout ShiftsMarket.Desk
  ) {
    guard time < core.rules.deadline, core.festival.rank(of: core.sections[Int(request)], for: request) > 1
    else { return }
    var draws = desk.rules.random.stream(.signUpChange, core.key(of: request))
    let span = core.rules.deadline - time
    guard let delay = Lifecycle<ShiftsMarket>.moment(draws.uniform(), of: probability, in: span) else {
      return
    }
    desk.schedule(.change(request), at: time + delay)
  }

  /// Exchanges the place of a sign-up for its best wish that has a free place and ranks above the current place. If
  /// there is none, the volunteer keeps the place.
  mutating func take(
    _ step: ShiftsMarket.Step, at time: Milliseconds, _ core: inout ShiftsCore,
    _ desk: inout ShiftsMarket.Desk
  ) {
    guard case .change(let request) = step, desk.phase(of: request) == .matched, time < core.rules.deadline
    else { return }
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

  func leave(in records: inout ShiftsRecords) {}
}

extension Field<ShiftsFields.Behaviour> {
  static var changeProbability: Self {
    Self(
      "change_probability", \.changeProbability, .share,
      "The probability that a volunteer whose place is not the first wish asks for a better one, at a uniform time between "
        + "confirmation and deadline; the old place is kept unless a better one is free then."
    ).idle { _, scenario in
      guard case .synthetic(let plan) = scenario.fields(of: ShiftsFields.self).volunteers else { return nil }
      return plan.wishesMax == 1 ? "volunteers wish for only one post per slot" : nil
    }
  }
}
