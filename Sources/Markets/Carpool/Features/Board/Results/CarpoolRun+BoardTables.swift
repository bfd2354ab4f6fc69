import Metrics
import Quantities
import Simulation
import Tables
import Travellers

extension CarpoolRun {
  /// The tables of runs with a board.
  static let tablesOfBoard: [RunTable<CarpoolRun>] = [
    RunTable("bookings", CarpoolTable.bookings, where: \.hasBoard) { run, source in
      let bookings = run.records.bookings
      return run.order(of: bookings, by: \.request).lazy.map { BookingRow(bookings[$0], of: run, source) }
    },
    RunTable("offers", CarpoolTable.offers, where: \.hasBoard) { run, source in
      let (tallies, haveDeparted) = (run.offerTallies, run.haveDeparted)
      return run.trips.indices.lazy.compactMap { driver in
        run.trips[driver].map { trip in
          OfferRow(
            source: source, driver: DriverIndex(driver), trip: trip, record: run.records.offers[driver],
            tally: tallies[driver],
            outcome: run.offerOutcome(of: driver, hasDeparted: haveDeparted[driver]))
        }
      }
    },
    RunTable("offer_legs", CarpoolTable.offerLegs, where: \.hasBoard) { run, source in
      let tallies = run.offerTallies
      return run.trips.indices.lazy.flatMap { driver in
        (run.trips[driver].map { trip in
          tallies[driver].sold.indices.map { leg in
            OfferLegRow(
              source: source, driver: DriverIndex(driver), trip: trip, leg: leg,
              way: run.wayMetres(of: trip, by: driver, leg: leg), sold: tallies[driver].sold[leg])
          }
        } ?? [])
      }
    },
  ]
}
