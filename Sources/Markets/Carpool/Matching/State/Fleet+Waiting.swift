public import Quantities
public import Spaces
public import Travellers

extension Fleet {
  /// Sends the idle car of `driver` to `place`, where it waits.
  ///
  /// - Returns: the time of its arrival.
  public func move(_ driver: DriverIndex, to place: Place, at time: Milliseconds) -> Milliseconds {
    let diversion = diversion(of: driver, at: time)
    itineraries[driver].move(
      to: place, from: diversion, now: known(driver, at: time), terms: terms, space: space(of: driver))
    showPlan(of: driver, at: time)
    return itineraries[driver].arrival
  }
}
