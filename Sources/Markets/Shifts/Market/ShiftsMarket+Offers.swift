public import Lifecycle
public import Quantities

extension ShiftsMarket {
  /// Takes the place until the coordinator answers.
  public mutating func hold(
    _ request: SignUpIndex, with shift: ShiftIndex, at time: Milliseconds, _ desk: inout Desk
  ) {
    let section = desk[lastAttemptOf: request].section
    core.sections[Int(request)] = section
    core.heldCounts[Int(core.festival.requests[request].volunteer)] += 1
    core.occupancy.take(section, core.festival.programme)
    core.write(.held, request, section, at: time)
  }

  public mutating func release(
    _ request: SignUpIndex, from shift: ShiftIndex, because reason: OfferFailure, at time: Milliseconds,
    _ desk: inout Desk
  ) {
    free(request, .released, at: time)
  }

  public mutating func commit(
    _ request: SignUpIndex, to shift: ShiftIndex, at time: Milliseconds, _ desk: inout Desk
  ) -> Commitment<ShiftCause> {
    let begin = core.slot(of: request).begin
    guard time < begin else { return .lapsed(.tooLate) }
    let section = core.sections[Int(request)]
    desk.records.requests[request].confirmed = time
    desk.records.requests[request].section = section
    desk.records.requests[request].wasAssigned = desk[lastAttemptOf: request].isAssignment
    core.write(.confirmed, request, section, at: time)
    core.confirm(request, at: time)
    features.confirmed(request, at: time, &core, &desk)
    return .kept(span: begin - time)
  }

  public mutating func undo(
    _ request: SignUpIndex, with shift: ShiftIndex, because reason: Cancellation, at time: Milliseconds,
    _ desk: inout Desk
  ) {
    desk.records.requests[request].confirmed = nil
    desk.records.requests[request].section = .none
    desk.records.requests[request].wasAssigned = false
    free(request, .withdrawn, at: time)
  }

  private mutating func free(_ request: SignUpIndex, _ kind: PlaceChange.Kind, at time: Milliseconds) {
    let section = core.sections[Int(request)]
    core.sections[Int(request)] = .none
    core.heldCounts[Int(core.festival.requests[request].volunteer)] -= 1
    core.occupancy.give(back: section, core.festival.programme)
    core.write(kind, request, section, at: time)
  }
}
