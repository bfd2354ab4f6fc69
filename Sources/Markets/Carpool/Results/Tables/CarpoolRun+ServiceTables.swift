import Metrics
import Quantities
import Simulation
import Tables
import Travellers

extension CarpoolRun {
  /// The tables of runs with a board.
  static let tablesOfBoard: [RunTable<CarpoolRun>] = [
    RunTable("bookings", schema: CarpoolTable.bookings.schema, where: \.hasBoard) {
      run, tables throws(TableError) in
      let bookings = run.records.bookings
      let order = ResultTables.order(of: bookings.count, keys: run.requests.count) {
        Int(bookings[$0].request)
      }
      try RowSource.with(run) { source throws(TableError) in
        try tables.write(CarpoolTable.bookings, order.lazy.map { BookingRow(bookings[$0], of: run, source) })
      }
    },
    RunTable("offers", schema: CarpoolTable.offers.schema, where: \.hasBoard) {
      run, tables throws(TableError) in
      let (tallies, haveDeparted) = (run.offerTallies, run.haveDeparted)
      try RowSource.with(run) { source throws(TableError) in
        try tables.write(
          CarpoolTable.offers,
          run.trips.indices.lazy.compactMap { driver in
            run.trips[driver].map { trip in
              OfferRow(
                source: source, driver: DriverIndex(driver), trip: trip, record: run.records.offers[driver],
                tally: tallies[driver],
                outcome: run.offerOutcome(of: driver, hasDeparted: haveDeparted[driver]))
            }
          })
      }
    },
    RunTable("offer_legs", schema: CarpoolTable.offerLegs.schema, where: \.hasBoard) {
      run, tables throws(TableError) in
      let tallies = run.offerTallies
      try RowSource.with(run) { source throws(TableError) in
        let legs = run.trips.indices.lazy.flatMap { driver in
          (run.trips[driver].map { trip in
            tallies[driver].sold.indices.map { leg in
              OfferLegRow(
                source: source, driver: DriverIndex(driver), trip: trip, leg: leg,
                way: run.wayMetres(of: trip, by: driver, leg: leg), sold: tallies[driver].sold[leg])
            }
          } ?? [])
        }
        try tables.write(CarpoolTable.offerLegs, legs)
      }
    },
  ]

  /// The tables of runs with anything of platform services.
  static let tablesOfService: [RunTable<CarpoolRun>] = [
    RunTable("payments", schema: CarpoolTable.payments.schema, where: \.hasMoney) {
      run, tables throws(TableError) in
      try RowSource.with(run) { source throws(TableError) in
        try tables.write(
          CarpoolTable.payments,
          CarpoolPaymentRow.rows(
            of: run.records.society?.entries ?? [], users: run.records.society?.setup.users ?? 0, source))
      }
    },
    RunTable("users", schema: CarpoolTable.users.schema, where: \.hasSociety) {
      run, tables throws(TableError) in
      guard let society = run.records.society else { return }
      let tallies = run.userTallies
      try RowSource.with(run) { source throws(TableError) in
        try tables.write(
          CarpoolTable.users, tallies.indices.lazy.map { UserRow($0, tallies[$0], in: society, source) })
      }
    },
    RunTable("days", CarpoolTable.days, where: \.hasDays) { $0.userDays },
  ]

  /// Of platform services, what is written on request.
  static let tablesOfServiceOnRequest: [RunTable<CarpoolRun>] = [
    RunTable("messages", schema: CarpoolTable.messages.schema) { run, tables throws(TableError) in
      try RowSource.with(run) { source throws(TableError) in
        try tables.write(
          CarpoolTable.messages,
          run.records.messages.enumerated().lazy.map {
            MessageRow(source: source, message: $1, number: $0 + 1)
          })
      }
    },
    RunTable("reviews", schema: CarpoolTable.reviews.schema) { run, tables throws(TableError) in
      try RowSource.with(run) { source throws(TableError) in
        try tables.write(
          CarpoolTable.reviews,
          run.records.reviews.enumerated().lazy.map {
            CarpoolReviewRow(source: source, review: $1, number: $0 + 1)
          })
      }
    },
    RunTable("friendships", schema: CarpoolTable.friendships.schema) { run, tables throws(TableError) in
      try RowSource.with(run) { source throws(TableError) in
        try tables.write(
          CarpoolTable.friendships,
          run.records.friendships.lazy.map { FriendshipRow(source: source, friendship: $0) })
      }
    },
  ]
}
