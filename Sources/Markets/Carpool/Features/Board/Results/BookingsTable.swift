import Board
import Lifecycle
import Metrics
import Quantities
import Simulation
public import Tables
import Travellers

/// A board search and the resulting seat.
public struct BookingRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let booking: BookingRecord
  let attempt: AttemptRecord
  /// The criteria of the passenger's search.
  let seek: Seek?
  /// The published departure at the boarding stop and arrival at the alighting stop.
  let departs, arrives: Milliseconds?

  init(_ booking: BookingRecord, of run: CarpoolRun, _ source: UnsafePointer<RowSource>) {
    self.source = source
    self.booking = booking
    attempt = run.records.attempts[booking.attempt]
    seek = run.seeks[Int(booking.request)]
    let seat = booking.candidate
    let trip = seat.flatMap { run.trips[Int($0.driver)] }
    departs = trip.flatMap { trip in seat.map { trip.stops[$0.from].time } }
    arrives = trip.flatMap { trip in seat.map { trip.stops[$0.to].time } }
  }

  /// Whether the board was searched; false if the passenger was not verified or the booking comes from a file.
  private var hasSearched: Bool { attempt.cause != .notVerified && seek?.recorded == nil }

  /// Returns the number of trips that passed `stage`; nil if they were not counted.
  func count(_ stage: BoardStage) -> Int32? { hasSearched ? booking.funnel[stage] : nil }
}

extension CarpoolTable {
  /// One row per board search.
  public static let bookings = Table<BookingRow>(
    "bookings",
    "A row per search on the board, with the resulting booking; only in scenarios with a board.",
    key: ["request_id", "cycle", "attempt"], constant: .runID, columns: wanted + left + answered + seat + end)

  private static let wanted: [Column<BookingRow>] = [
    .request("request_id", "The request, by the id of the demand file.") { $0.booking.request },
    .cycle { $0.attempt.cycle }, .attempt { $0.attempt.attempt },
    .time("The time of the search.") { $0.attempt.time },
    .seconds("earliest_s", "The earliest desired departure, or arrival if by_arrival.") {
      $0.seek?.earliest
    },
    .seconds("latest_s", "The latest desired departure, or arrival if by_arrival.") { $0.seek?.latest },
    .boolean("by_arrival", "Whether the window applies to the arrival.") { $0.seek?.isByArrival },
  ]

  private static let left: [Column<BookingRow>] = BoardStage.allCases.map { stage in
    .count(
      stage.column,
      stage.count
        + (stage == .published
          ? " Empty, like the following counts, if the board was not searched." : "")
        + (stage == .funds ? " Top-ups are made later, for the chosen seat." : "")
    ) { $0.count(stage) }
  }

  private static let answered: [Column<BookingRow>] = [
    .word("outcome", "The outcome of the attempt; see the list of attempt outcomes.") { $0.attempt.outcome },
    .word("cause", "The cause of failure; empty if the attempt was accepted.") { $0.attempt.cause },
    .driver("offer_id", "The driver of the published trip that was requested; empty if none was.") {
      $0.booking.candidate?.driver
    },
  ]

  private static let seat: [Column<BookingRow>] = [
    .count("from_stop", "The boarding stop, numbered from 0 along the trip.") {
      $0.booking.candidate?.from
    },
    .count("to_stop", "The alighting stop.") { $0.booking.candidate?.to },
    .seconds("departs_s", "The published departure at the boarding stop.") { $0.departs },
    .seconds("arrives_s", "The published departure at the alighting stop, or arrival if it is the last.") {
      $0.arrives
    },
    .seconds("lead_s", "The time from the search to the departure.", formula: "departs_s − time_s") {
      row in row.departs.map { $0 - row.attempt.time }
    },
    .money("price", "The seat price between the two stops.") { $0.booking.candidate?.price },
    .metres("walk_to_stop_m", "The straight-line walk to the stop.") {
      $0.booking.candidate?.walkToStop
    },
    .metres("walk_from_stop_m", "The straight-line walk from the stop.") {
      $0.booking.candidate?.walkFromStop
    },
    .seconds(
      "shift_s", "The deviation of the trip from the desired time.",
      formula: "departs_s − earliest_s; by_arrival: latest_s − arrives_s"
    ) { $0.booking.candidate?.shift },
    .ratio(
      "preference_agreement", "The share of stated wishes that are met, on both sides; 1 if none are stated."
    ) { $0.booking.candidate?.agreement },
    .integer(
      "score", .milliseconds, "The score of the trip; the lowest is chosen. 0 for a recorded booking.",
      formula: "weights of the scenario × price, shift, walking, stars and disagreement"
    ) { $0.booking.candidate?.score },
  ]

  private static let end: [Column<BookingRow>] = [
    .seconds("answered_s", "The time of the driver's answer; empty if there was none.") {
      $0.booking.candidate == nil ? nil : $0.attempt.answered.ifEver
    },
    .word("fate", "The fate of the booking; empty if there was none. See the list of booking fates.") {
      $0.booking.candidate == nil ? nil : $0.booking.fate
    },
    .seconds(
      "ended_s", "The time of the pickup, or of the cancellation of the booking; empty while it is held."
    ) {
      $0.booking.candidate == nil ? nil : $0.booking.ended
    },
  ]
}

extension CarpoolRun {
  /// The tables of runs with a board.
  static let tablesOfBoard: [RunTable<CarpoolRun>] = [
    RunTable("bookings", CarpoolTable.bookings) { run, source in
      let bookings = run.records.bookings
      return run.order(of: bookings, by: \.request).lazy.map { BookingRow(bookings[$0], of: run, source) }
    },
    RunTable("offers", CarpoolTable.offers) { run, source in
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
    RunTable("offer_legs", CarpoolTable.offerLegs) { run, source in
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
