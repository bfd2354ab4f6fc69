import BenchmarkSuite
import Board
import Quantities
import Spaces
import Travellers

extension Country {
  /// The country as the peer reads it: how many trips and searches, a line for each, the second with our winner.
  var text: String {
    var board = board()
    var lines = ["\(trips.count) \(queries.count)"]
    for (driver, trip) in trips.enumerated() {
      let stops = trip.stops.map { "\($0.place.position.x) \($0.place.position.y) \($0.time.rawValue)" }
      let seats = free[driver].map { "\($0)" } + trip.prices.map { "\($0)" }
      lines.append("\(trip.stops.count) \(ratings[driver]) \((stops + seats).joined(separator: " "))")
    }
    for query in queries {
      let winner = board.search(query, top: 1) { _ in 1 }.candidates.first
      let found = winner.map { "\($0.driver) \($0.from) \($0.to) \($0.score)" } ?? "-1 0 0 0"
      lines.append(
        "\(query.origin.x) \(query.origin.y) \(query.destination.x) \(query.destination.y)"
          + " \(query.earliest.rawValue) \(query.latest.rawValue) \(query.access) \(query.egress)"
          + " \(query.partySize) \(query.means) \(found)")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
