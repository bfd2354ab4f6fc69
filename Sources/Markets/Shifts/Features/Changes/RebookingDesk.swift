import Lifecycle
import Quantities
import Statistics

/// The changes of confirmed sign-ups. Either all places of a change are exchanged in one step, or none.
public struct RebookingDesk: ShiftsFeature {
  /// A change that is due.
  public struct Step: BitwiseCopyable, Sendable {
    let request: SignUpIndex
    let kind: RebookingKind
  }

  private let rules: RebookingRules
  private let popularityExponent: Double
  private var rebookings: [Rebooking] = []
  private var count: Int32 = 0

  init?(_ rules: ShiftRules, _ festival: Festival) {
    guard let rebooking = rules.fields.behaviour.changes else { return nil }
    self.rules = rebooking
    popularityExponent = rules.popularityExponent
  }

  mutating func confirmed(
    _ request: SignUpIndex, at time: Milliseconds, _ core: inout ShiftsCore,
    _ desk: inout ShiftsMarket.Desk
  ) {
    let deadline = core.rules.deadline
    guard time < deadline, deadline != .never else { return }
    var draws = desk.rules.random.stream(.rebooking, core.key(of: request))
    let moment = Lifecycle<ShiftsMarket>.moment(draws.uniform(), of: rules.probability, in: deadline - time)
    guard let delay = moment else { return }
    let weights = RebookingKind.allCases.map(rules.weight)
    let kind = RebookingKind.allCases[Self.draw(weights, &draws) ?? 0]
    desk.schedule(.rebooking(Step(request: request, kind: kind)), at: time + delay)
  }

  mutating func take(
    _ step: ShiftsMarket.Step, at time: Milliseconds, _ core: inout ShiftsCore,
    _ desk: inout ShiftsMarket.Desk
  ) {
    guard case .rebooking(let step) = step, desk.phase(of: step.request) == .matched,
      time < core.rules.deadline, core.noticeboard?.knows(step.request, at: time) ?? true
    else { return }
    let requests =
      step.kind == .all
      ? core.volunteer(of: step.request).requests.filter { desk.phase(of: $0) == .matched } : [step.request]
    var draws = desk.rules.random.stream(.rebookingTarget, core.key(of: step.request))
    let wishes = wishes(of: requests, step.kind, core, &draws)
    let places = exchange(requests, for: wishes, at: time, &core, &desk)
    count += 1
    for (place, request) in requests.enumerated() {
      rebookings.append(
        Rebooking(
          number: count, time: time, request: request, kind: step.kind, from: places.old[place],
          wished: wishes[place], new: places.new.isEmpty ? .none : places.new[place]))
      let shift = wishes[place]?.shift ?? .none
      desk.note(places.new.isEmpty ? .rebookingRefused : .rebooked, provider: shift, request: request)
    }
  }

  func leave(in records: inout ShiftsRecords) { records.rebookings = rebookings }

  // MARK: - What is asked for

  /// Draws the new wish of each of `requests`, which are changed together; nil if the programme contains no such place.
  private func wishes(
    of requests: [SignUpIndex], _ kind: RebookingKind, _ core: borrowing ShiftsCore,
    _ draws: inout KeyedGenerator
  ) -> [Wish?] {
    let festival = core.festival
    let programme = festival.programme
    // The slots of the volunteer's places that stay, and of those that are asked for.
    var busy = core.volunteer(of: requests[0]).requests.filter {
      core.sections[Int($0)] != .none && !requests.contains($0)
    }.map { festival.requests[$0].slot }
    return requests.map { request in
      let old = programme.sections[core.sections[Int(request)]].shift
      let (post, slot) = (programme.shifts[old].post, programme.shifts[old].slot)
      if kind == .post {
        return another(in: slot, than: post, programme, &draws).map { Wish($0) }
      }
      let slots = programme.slots.places.filter { other in
        other != slot && !busy.contains { $0 == other || programme.overlapping[Int(other)].contains($0) }
          && programme.shiftsOfSlot[Int(other)].contains {
            (programme.shifts[$0].post == post) == (kind == .slot)
          }
      }
      guard !slots.isEmpty else { return nil }
      let chosen = slots[draws.integer(in: 0..<slots.count)]
      busy.append(chosen)
      return kind == .slot
        ? programme.shift(of: post, in: chosen).map { Wish($0) }
        : another(in: chosen, than: post, programme, &draws).map { Wish($0) }
    }
  }

  /// Draws a post of `slot` other than `post`, weighted by popularity, and returns its shift; nil if there is none.
  private func another(
    in slot: SlotIndex, than post: PostIndex, _ programme: Programme, _ draws: inout KeyedGenerator
  ) -> ShiftIndex? {
    let shifts = programme.shiftsOfSlot[Int(slot)]
    let weights = shifts.enumerated().map { place, shift in
      programme.shifts[shift].post == post ? 0 : Rounded.pow(Double(place + 1), -popularityExponent)
    }
    return Self.draw(weights, &draws).map { shifts[$0] }
  }

  /// Draws an index with probability proportional to `weights`; nil if all are 0.
  private static func draw(_ weights: [Double], _ draws: inout KeyedGenerator) -> Int? {
    var mass = draws.uniform() * weights.reduce(0, +)
    for (place, weight) in weights.enumerated() where weight > 0 {
      mass -= weight
      if mass < 0 { return place }
    }
    return weights.lastIndex { $0 > 0 }
  }

  // MARK: - Exchanging

  /// Exchanges the places of `requests` for places of `wishes` in one step; nothing changes unless each wish has a free
  /// place.
  ///
  /// - Returns: the old places, and the new ones; the latter are empty if nothing changed.
  private func exchange(
    _ requests: [SignUpIndex], for wishes: [Wish?], at time: Milliseconds, _ core: inout ShiftsCore,
    _ desk: inout ShiftsMarket.Desk
  ) -> (old: [SectionIndex], new: [SectionIndex]) {
    let programme = core.festival.programme
    core.occupancy.open(until: time, programme)
    let old = requests.map { core.sections[Int($0)] }
    for section in old { core.occupancy.give(back: section, programme) }
    var new: [SectionIndex] = []
    for wish in wishes {
      guard let wish, let section = core.place(for: wish, at: time) else { break }
      core.occupancy.take(section, programme)
      new.append(section)
    }
    guard new.count == requests.count else {
      for section in new { core.occupancy.give(back: section, programme) }
      for section in old { core.occupancy.take(section, programme) }
      return (old, [])
    }
    for (request, section) in zip(requests, old) { core.write(.rebookedFrom, request, section, at: time) }
    for (request, section) in zip(requests, new) {
      core.write(.rebookedTo, request, section, at: time)
      core.rebook(request, to: section)
      desk.records.requests[request].section = section
      desk.rebind(request, to: programme.sections[section].shift)
    }
    return (old, new)
  }
}

/// The part of a volunteer's change that concerns one sign-up.
struct Rebooking: Hashable, Sendable {
  /// The number of the change, which is shared by the sign-ups of one change.
  let number: Int32
  let time: Milliseconds
  let request: SignUpIndex
  let kind: RebookingKind
  let from: SectionIndex
  /// The requested post and slot; nil if the programme does not contain them.
  let wished: Wish?
  /// The new place; `.none` if nothing changed.
  let new: SectionIndex
}

extension ShiftsCore {
  /// Makes `section` the place and the only wish of `request`, and its slot the slot of the sign-up.
  mutating func rebook(_ request: SignUpIndex, to section: SectionIndex) {
    let shift = festival.programme.sections[section].shift
    let (old, new) = (festival.requests[request].slot, festival.programme.shifts[shift].slot)
    sections[Int(request)] = section
    let first = Int32(festival.wishes.count)
    festival.wishes.append(Wish(shift))
    festival.requests[request].wishes = first..<first + 1
    guard new != old else { return }
    festival.requests[request].slot = new
    festival.requests[request].isFlexible = volunteer(of: request).isFlexible
    signUpsOfSlot[Int(old)].removeAll { $0 == request }
    let place = signUpsOfSlot[Int(new)].firstIndex { $0 > request } ?? signUpsOfSlot[Int(new)].count
    signUpsOfSlot[Int(new)].insert(request, at: place)
  }
}
