public import Quantities
public import Travellers

extension Board {
  /// Lets `request` hear of new trips that `query` finds from now on; whatever it watched before it watches no more.
  public mutating func watch(_ request: RequestIndex, _ query: BoardQuery) {
    alerts.add(request, query)
  }

  /// `request` hears of new trips no more.
  public mutating func unwatch(_ request: RequestIndex) { alerts.remove(request) }

  /// The requests that watch and find the trip of `driver`, just published, in reach, in time and with seats:
  /// ascending.
  ///
  /// - Parameter now: a stop that cannot be walked to from then on is no choice; a query's own `notBefore` binds as well.
  /// - Complexity: O(who watches the cells of the stops).
  public mutating func watchers(
    of driver: DriverIndex, at now: Milliseconds = Milliseconds(.min)
  ) -> [RequestIndex] {
    let trip = store.trips[Int(driver)]
    guard trip.isOnBoard else { return [] }
    return alerts.candidates(store.stops[trip.stops].dropFirst(Int(trip.open))).filter { request in
      guard var query = alerts.query(of: request) else { return false }
      query.notBefore = max(query.notBefore, now)
      return findPairs(driver, query, Reach(query, geometry)) && !pairs.isEmpty
    }
  }
}
