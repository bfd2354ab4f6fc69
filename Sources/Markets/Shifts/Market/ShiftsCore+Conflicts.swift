import Quantities

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
