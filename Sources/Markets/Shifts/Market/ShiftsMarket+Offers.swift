public import Lifecycle
public import Quantities

extension ShiftsMarket {
  /// The place is taken until the coordinator answers.
  public mutating func hold(
    _ ask: AskIndex, with shift: ShiftIndex, at time: Milliseconds, _ desk: inout Desk
  ) {
    let section = desk[lastAttemptOf: ask].section
    sections[Int(ask)] = section
    heldCounts[Int(festival.asks[ask].volunteer)] += 1
    occupancy.take(section, festival.programme)
    write(.held, ask, section, at: time)
  }

  public mutating func release(
    _ ask: AskIndex, from shift: ShiftIndex, because reason: OfferFailure, at time: Milliseconds,
    _ desk: inout Desk
  ) {
    free(ask, .released, at: time)
  }

  public mutating func commit(
    _ ask: AskIndex, to shift: ShiftIndex, at time: Milliseconds, _ desk: inout Desk
  ) -> Commitment<ShiftCause> {
    let begin = slot(of: ask).begin
    guard time < begin else { return .lapsed(.tooLate) }
    let section = sections[Int(ask)]
    desk.records.asks[ask].confirmed = time
    desk.records.asks[ask].section = section
    desk.records.asks[ask].wasAssigned = desk[lastAttemptOf: ask].isAssignment
    write(.confirmed, ask, section, at: time)
    return .kept(span: begin - time)
  }

  public mutating func undo(
    _ ask: AskIndex, with shift: ShiftIndex, because reason: Cancellation, at time: Milliseconds,
    _ desk: inout Desk
  ) {
    desk.records.asks[ask].confirmed = nil
    desk.records.asks[ask].section = .none
    desk.records.asks[ask].wasAssigned = false
    free(ask, .withdrawn, at: time)
  }

  private mutating func free(_ ask: AskIndex, _ kind: PlaceChange.Kind, at time: Milliseconds) {
    let section = sections[Int(ask)]
    sections[Int(ask)] = .none
    heldCounts[Int(festival.asks[ask].volunteer)] -= 1
    occupancy.give(back: section, festival.programme)
    write(kind, ask, section, at: time)
  }

  mutating func write(
    _ kind: PlaceChange.Kind, _ ask: AskIndex, _ section: SectionIndex, at time: Milliseconds
  ) {
    ledger.append(PlaceChange(time: time, ask: ask, section: section, kind: kind))
  }
}
