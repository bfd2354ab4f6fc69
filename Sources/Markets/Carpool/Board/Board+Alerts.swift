public import Quantities
public import Travellers

extension Board {
  /// Makes `request` watch for new trips that match `query`, replacing its previous watch.
  public mutating func watch(_ request: RequestIndex, _ query: BoardQuery) {
    alerts.add(request, query)
  }

  /// Ends the watch of `request`.
  public mutating func unwatch(_ request: RequestIndex) { alerts.remove(request) }

  /// Returns the watching requests that match the trip of `driver`, just published, by distance, time and seats, in
  /// ascending order.
  ///
  /// - Parameter now: stops not reachable on foot from then on are excluded; a query's own `notBefore` applies as
  ///   well.
  /// - Complexity: O(requests that watch the cells of the stops).
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
