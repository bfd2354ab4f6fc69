import Board
import EventKernel
import Lifecycle
import Matching
import Quantities
import Travellers

/// Drivers' cancellations of published trips, and their effect on passengers with a seat.
extension Planning {
  func hasWithdrawn(_ driver: DriverIndex) -> Bool { offers[Int(driver)].calledOff != nil }

  /// Cancels the published trip: the driver travels alone, and passengers with a seat search again.
  func callOff(
    _ driver: DriverIndex, at time: Milliseconds, _ market: inout CarpoolMarket, _ desk: inout Desk
  ) {
    guard market.fleet.isUnderWay(driver), !market.driverStates[driver].hasDeparted else { return }
    offers[Int(driver)].calledOff = time
    board.withdraw(driver)
    market.fleet.withdraw(driver)
    market.findable.hide(driver, at: time)
    desk.note(.tripCalledOff, provider: driver)
    for stop in market.fleet[driver].stops
    where stop.isPickup && desk.phase(of: stop.request) == .matched {
      desk.scheduleCancellation(of: stop.request, at: time)
    }
  }

  func undone(
    _ request: RequestIndex, with driver: DriverIndex, because reason: Cancellation, at time: Milliseconds,
    _ market: inout CarpoolMarket, _ desk: inout Desk
  ) {
    close(request, reason == .byProvider ? .cancelledByDriver : .cancelledByPassenger, at: time)
    guard seek(of: request) != nil, reason == .byProvider else { return }
    // Who looks for another seat is as patient as before.
    let patience = market.patience(of: request)
    let end = max(time, market.requests[request].submit.saturatingAdd(patience))
    desk.setPatience(of: request, until: patience == .never ? nil : end)
  }
}
