import Community
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

  /// The tables of runs with any platform service.
  static let tablesOfService: [RunTable<CarpoolRun>] =
    [
      RunTable("payments", CarpoolTable.payments, where: \.hasMoney) { run, source in
        CarpoolPaymentRow.rows(
          of: run.records.society?.entries ?? [], users: run.records.society?.setup.users ?? 0, source)
      },
      RunTable("users", CarpoolTable.users, where: \.hasSociety) { run, source in
        let tallies = run.userTallies
        return run.records.society.map { society in
          tallies.indices.map { UserRow($0, tallies[$0], in: society, source) }
        } ?? []
      },
      RunTable("days", CarpoolTable.days, where: \.hasDays) { $0.userDays },
      RunTable("invitations", CarpoolTable.invitations, where: \.hasInvitations) { run, source in
        (run.records.society?.invitations?.records ?? []).enumerated().lazy.map {
          InvitationRow(source: source, record: $1, number: $0 + 1)
        }
      },
    ] + tablesOfTeams

  /// The tables of platform services that are written on request.
  static let tablesOfServiceOnRequest: [RunTable<CarpoolRun>] = [
    RunTable("messages", CarpoolTable.messages) { run, source in
      run.records.messages.enumerated().lazy.map { MessageRow(source: source, message: $1, number: $0 + 1) }
    },
    RunTable("reviews", CarpoolTable.reviews) { run, source in
      run.records.reviews.enumerated().lazy.map {
        CarpoolReviewRow(source: source, review: $1, number: $0 + 1)
      }
    },
    RunTable("friendships", CarpoolTable.friendships) { run, source in
      run.records.friendships.lazy.map { FriendshipRow(source: source, friendship: $0) }
    },
  ]
}
