import Community
import Quantities
import Travellers

extension Society {
  /// The most that the party of `request` may pay for `metres` in a car of `seats` seats; no limit without a cap.
  ///
  /// The price agreed is that of the direct way. A car that took a shorter way, as from a meeting point, costs less.
  func mostForParty(of request: Request, metres: Metres, seats: Int16) -> Int64 {
    guard let money = setup.money else { return .max }
    let most = money.mostForSeat(metres: metres, seats: seats)
    return most.multipliedReportingOverflow(by: Int64(request.partySize)).overflow
      ? .max : most * Int64(request.partySize)
  }
}
