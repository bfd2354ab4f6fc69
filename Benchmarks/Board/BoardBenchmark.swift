import BenchmarkSuite
import BenchmarkSupport
import Board
import Foundation
import Glibc
import Lifecycle
import Quantities
import Spaces
import Travellers

/// Searches on a board of a week, beside a scan over all trips, and for `board_sqlite.py`, which reads what `write` writes.
///
/// usage: BoardBenchmark (time | write) TRIPS SEARCHES [FILE]
@main
struct BoardBenchmark {
  /// So many searches are made by the scan too.
  static let scans = 200
  /// So many of those who search watch new trips as well.
  static let alerts = 100_000

  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 3, let trips = Int(words[1]), let searches = Int(words[2]), trips > 0, searches > 0
    else { usage() }
    let country = Country(trips: trips, searches: searches)
    switch (words[0], words.count) {
    case ("time", 3):
      time(country)
      timeAlerts(country)
    case ("write", 4): try country.text.write(toFile: words[3], atomically: true, encoding: .utf8)
    default: usage()
    }
  }

  /// Tells how long a trip takes to appear, to change and to disappear, and a search, each once the grid is there.
  private static func time(_ country: Country) {
    let count = Double(country.drivers.count)
    var board = Board(drivers: country.drivers, trips: country.trips, rules: country.rules, geometry: .plane)
    let drivers = country.drivers.places
    board.publish(0)
    let sorting = processorSeconds { _ = board.search(query(on: country.trips[0]), top: 1) { _ in 1 } }
    print("stops sorted into a grid in \(cell(sorting * 1e3, 0, width: 0)) ms, once")
    let publishing = processorSeconds { for driver in drivers { board.publish(driver) } }
    let booking = processorSeconds {
      for driver in drivers { board.setFree(country.free[Int(driver)], of: driver) }
    }
    for driver in drivers { board.rate(driver, milliStars: country.ratings[Int(driver)]) }

    var winners: [BoardCandidate?] = []
    winners.reserveCapacity(country.queries.count)
    var counts = BoardFunnel()
    let rounds = (0..<3).map { _ in
      winners.removeAll(keepingCapacity: true)
      counts = BoardFunnel()
      return processorSeconds {
        for query in country.queries {
          let finding = board.search(query, top: 1) { _ in 1 }
          for stage in BoardStage.allCases.dropFirst() { counts[stage] &+= finding.counts[stage] }
          winners.append(finding.candidates.first)
        }
      }
    }
    let search = median(rounds) / Double(country.queries.count)
    let scanned = country.queries.prefix(scans)
    let plain = CountryScan(country)
    var found: [BoardCandidate?] = []
    let scan =
      processorSeconds { for query in scanned { found.append(plain.winner(query)) } } / Double(scanned.count)
    precondition(found == Array(winners.prefix(scans)), "the scan has other winners")
    let withdrawing = processorSeconds { for driver in drivers { board.withdraw(driver) } }
    print(
      "\(country.drivers.count) trips: published in \(cell(publishing / count * 1e9, 0, width: 0)) ns each,"
        + " booked in \(cell(booking / count * 1e9, 0, width: 0)) ns, withdrawn in"
        + " \(cell(withdrawing / count * 1e9, 0, width: 0)) ns")
    print(
      "\(country.queries.count) searches: \(cell(search * 1e9, 0, width: 0)) ns each, median of \(rounds.count);"
        + " a scan, \(scanned.count) of them: \(cell(scan * 1e6, 1, width: 0)) µs, × \(cell(scan / search, 0, width: 0))"
    )
    let left = BoardStage.allCases.dropFirst().map { stage in
      "\(cell(Double(counts[stage]) / Double(country.queries.count), 2, width: 0)) \(stage.left)"
    }
    print("a search finds \(left.joined(separator: ", ")); \(winners.count { $0 != nil }) have a winner")
  }

  /// Tells how long it takes to watch, and to find out who watches a trip that appears.
  private static func timeAlerts(_ country: Country) {
    var board = Board(drivers: country.drivers, trips: country.trips, rules: country.rules, geometry: .plane)
    let queries = country.queries.prefix(alerts)
    let watching = processorSeconds {
      for (request, query) in queries.enumerated() { board.watch(RequestIndex(request), query) }
    }
    var heard = 0
    let telling = processorSeconds {
      for driver in country.drivers.places {
        board.publish(driver)
        heard += board.watchers(of: driver).count
      }
    }
    let unwatching = processorSeconds {
      for request in queries.indices { board.unwatch(RequestIndex(request)) }
    }
    let (count, trips) = (Double(queries.count), Double(country.drivers.count))
    print(
      "\(queries.count) alerts: set in \(cell(watching / count * 1e9, 0, width: 0)) ns each, taken back in"
        + " \(cell(unwatching / count * 1e9, 0, width: 0)) ns; a new trip, told to"
        + " \(cell(Double(heard) / trips, 2, width: 0)) on average, in"
        + " \(cell(telling / trips * 1e6, 1, width: 0)) µs")
  }

  /// A search that needs the same grid as those of the country.
  private static func query(on trip: PublishedTrip) -> BoardQuery {
    BoardQuery(
      origin: trip.stops[0].place.position, destination: trip.stops[1].place.position,
      earliest: trip.stops[0].time, latest: trip.stops[0].time, access: 3_000, egress: 3_000)
  }

  private static func usage() -> Never {
    FileHandle.standardError.write(
      Data("usage: BoardBenchmark (time | write) TRIPS SEARCHES [FILE]\n".utf8))
    exit(64)
  }
}
