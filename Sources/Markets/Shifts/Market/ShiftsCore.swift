import Lifecycle
import Quantities
import Statistics

/// The state of every run of a festival: the sign-ups, the places taken, and the volunteers' knowledge of them. The
/// market passes it to its features.
struct ShiftsCore {
  /// The festival; if volunteers see the counts, with the wishes chosen at sign-up.
  var festival: Festival
  let rules: ShiftRules
  var occupancy: Occupancy
  /// All changes of places, in order.
  var ledger: [PlaceChange] = []
  /// The board that notifies volunteers of their places; nil until the run begins, and if they know them without messages.
  var noticeboard: Noticeboard?
  /// The place that each sign-up has, is offered, or is about to be offered.
  var sections: [SectionIndex]
  /// The number of sign-ups of each volunteer that have or are offered a place.
  var heldCounts: [Int32]
  /// The time at which each sign-up is submitted: looked up at every event, and therefore stored separately.
  let submissions: [Milliseconds]
  /// The sign-ups for each slot, in order.
  var signUpsOfSlot: [[SignUpIndex]]

  init(_ festival: Festival, rules: ShiftRules) {
    self.festival = festival
    self.rules = rules
    occupancy = Occupancy(of: festival.programme)
    sections = Array(repeating: .none, count: festival.requests.count)
    heldCounts = Array(repeating: 0, count: festival.volunteers.count)
    var signUpsOfSlot = Array(repeating: [SignUpIndex](), count: festival.programme.slots.count)
    for request in festival.requests.places {
      signUpsOfSlot[Int(festival.requests[request].slot)].append(request)
    }
    self.signUpsOfSlot = signUpsOfSlot
    submissions = festival.requests.map { festival.volunteers[$0.volunteer].signUp }
    // A place that is taken is held and confirmed, and many are given back; what is not touched costs nothing.
    ledger.reserveLargePages(for: 3 * festival.requests.count)
  }

  func volunteer(of request: SignUpIndex) -> Volunteer {
    festival.volunteers[festival.requests[request].volunteer]
  }

  func slot(of request: SignUpIndex) -> Slot { festival.programme.slots[festival.requests[request].slot] }

  /// Returns the key of the draws of `request`, from its volunteer and the slot that it was submitted for: independent of all others.
  func key(of request: SignUpIndex) -> UInt64 {
    volunteer(of: request).key &* 0x1_0000
      &+ UInt64(festival.requests[request].firstSlot.rawValue)
  }

  /// Returns the place available for `wish` at `time`: if any zone will do, in the section with the most places left;
  /// nil if there is none. Before zones open, a post with zones has places without a zone.
  ///
  /// - Precondition: the occupancy is that of `time`.
  func place(for wish: Wish, at time: Milliseconds) -> SectionIndex? {
    let programme = festival.programme
    if let zones = rules.fields.zones, time < zones.opens, programme.hasZones(wish.shift) {
      return occupancy.free(wish.shift, programme) > 0 ? programme.unzonedOfShift[Int(wish.shift)] : nil
    }
    guard let emptiest = occupancy.emptiest(of: wish.shift, programme) else { return nil }
    if wish.section == .none { return emptiest }
    return occupancy.free(wish.section, programme) > 0 ? wish.section : nil
  }

  mutating func write(
    _ kind: PlaceChange.Kind, _ request: SignUpIndex, _ section: SectionIndex, at time: Milliseconds
  ) {
    ledger.append(PlaceChange(time: time, request: request, section: section, kind: kind))
  }
}

extension ShiftsCore {
  /// Returns whether the volunteer has or is offered a place in the slot of `request` or an overlapping slot,
  /// through another sign-up.
  @inline(__always)
  func isSlotTaken(for request: SignUpIndex) -> Bool {
    let slot = festival.requests[request].slot
    guard heldCounts[Int(festival.requests[request].volunteer)] > 0 else { return false }
    return volunteer(of: request).requests.contains { other in
      guard other != request, sections[Int(other)] != .none else { return false }
      let otherSlot = festival.requests[other].slot
      return otherSlot == slot || festival.programme.overlapping[Int(slot)].contains(otherSlot)
    }
  }
}
