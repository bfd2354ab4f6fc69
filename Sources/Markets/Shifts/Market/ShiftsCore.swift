import Lifecycle
import Quantities
import Statistics

/// The core of every shifts run: the sign-ups, the places taken, and the volunteers' knowledge of their places. The
/// market passes it to its features.
struct ShiftsCore {
  /// The festival; if volunteers see the counts, its wishes are those drawn at sign-up.
  var festival: Festival
  let rules: ShiftRules
  var occupancy: Occupancy
  /// All ledger entries on places, in chronological order.
  var ledger: [PlaceChange] = []
  /// The board that notifies volunteers of their places; nil before the run begins, and if no messages are needed.
  var noticeboard: Noticeboard?
  /// The place that each sign-up has, is offered, or is about to be offered; `.none` if there is none.
  var sections: [SectionIndex]
  /// The number of each volunteer's sign-ups that have, or are offered, a place.
  var heldCounts: [Int32]
  /// The time at which each sign-up is submitted; stored separately because it is looked up at every event.
  let submissions: [Milliseconds]
  /// The sign-ups for each slot, in ascending order.
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

  /// Returns the key of the draws of `request`. It is derived from the volunteer and the first slot, and thus
  /// independent of other sign-ups.
  func key(of request: SignUpIndex) -> UInt64 {
    volunteer(of: request).key &* 0x1_0000
      &+ UInt64(festival.requests[request].firstSlot.rawValue)
  }

  /// Returns the place available for `wish` at `time`; nil if there is none. A wish for any zone gets the section with
  /// the most free places. Before zones open, posts with zones have places without a zone.
  ///
  /// - Precondition: the places that exist at `time` have been opened.
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
  /// Returns whether the volunteer has, or is offered, a place in the slot of `request` or in an overlapping slot
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
