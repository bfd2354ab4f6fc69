import Board
import Lifecycle
import Metrics
import Quantities
import Simulation
public import Tables
import Travellers

/// A search on the board, and the resulting seat.
public struct BookingRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let booking: BookingRecord
  let attempt: AttemptRecord
  /// The seat the passenger is looking for.
  let seek: Seek?
  /// The published times at which the trip departs from the seat's first stop and arrives at its last.
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

  /// Whether the board was searched: it is not if the passenger may not, or if the seat is recorded.
  private var hasSearched: Bool { attempt.cause != .notVerified && seek?.recorded == nil }

  /// Returns the number of trips `stage` left; nil if they were not counted.
  func count(_ stage: BoardStage) -> Int32? { hasSearched ? booking.funnel[stage] : nil }
}

extension CarpoolTable {
  /// A row per search on the board.
  public static let bookings = Table<BookingRow>(
    "bookings",
    "A row per search on the board, and the seat that came of it; only of a scenario with a board.",
    key: ["request_id", "cycle", "attempt"], constant: .runID, columns: wanted + left + answered + seat + end)

  private static let wanted: [Column<BookingRow>] = [
    .request("request_id", "The request, as the demand file calls it.") { $0.booking.request },
    .cycle { $0.attempt.cycle }, .attempt { $0.attempt.attempt },
    .time("When the board was searched.") { $0.attempt.time },
    .seconds("earliest_s", "When the passenger wants to leave at the earliest; by_arrival: to arrive.") {
      $0.seek?.earliest
    },
    .seconds("latest_s", "The same at the latest.") { $0.seek?.latest },
    .boolean("by_arrival", "Whether the window is of the arrival.") { $0.seek?.isByArrival },
  ]

  private static let left: [Column<BookingRow>] = BoardStage.allCases.map { stage in
    .count(
      stage.column,
      stage.count
        + (stage == .published
          ? " Empty, as the counts behind it, where the board was not looked through." : "")
        + (stage == .funds ? " Money that is put in for a seat comes after." : "")
    ) { $0.count(stage) }
  }

  private static let answered: [Column<BookingRow>] = [
    .word("outcome", "How the attempt ended; see the list of attempt outcomes.") { $0.attempt.outcome },
    .word("cause", "Why the attempt failed; empty where it was accepted.") { $0.attempt.cause },
    .driver("offer_id", "The published trip whose driver was asked, by the driver; empty where none was.") {
      $0.booking.candidate?.driver
    },
  ]

  private static let seat: [Column<BookingRow>] = [
    .count("from_stop", "The stop of the trip where the passenger gets on, counted from 0.") {
      $0.booking.candidate?.from
    },
    .count("to_stop", "The stop where the passenger gets off.") { $0.booking.candidate?.to },
    .seconds("departs_s", "When the trip departs from the one, as published.") { $0.departs },
    .seconds("arrives_s", "When it departs from the other, or arrives there where it ends, as published.") {
      $0.arrives
    },
    .seconds("lead_s", "How long before the departure the search was.", formula: "departs_s − time_s") {
      row in row.departs.map { $0 - row.attempt.time }
    },
    .money("price", "The price of a seat between the two.") { $0.booking.candidate?.price },
    .metres("walk_to_stop_m", "The way on foot to the stop, as the crow flies.") {
      $0.booking.candidate?.walkToStop
    },
    .metres("walk_from_stop_m", "The way on foot from the stop, likewise.") {
      $0.booking.candidate?.walkFromStop
    },
    .seconds(
      "shift_s", "How far the trip lies from what the passenger wants.",
      formula: "departs_s − earliest_s; by_arrival: latest_s − arrives_s"
    ) { $0.booking.candidate?.shift },
    .ratio(
      "preference_agreement", "Share of the stated wishes that are met, both sides; 1 if none is stated."
    ) { $0.booking.candidate?.agreement },
    .integer(
      "score", .milliseconds, "The score of the trip; lower won. 0 for a seat that is recorded.",
      formula: "weights of the scenario × price, shift, walking, stars and disagreement"
    ) { $0.booking.candidate?.score },
  ]

  private static let end: [Column<BookingRow>] = [
    .seconds("answered_s", "When the driver's answer came; empty where none came.") {
      $0.booking.candidate == nil ? nil : $0.attempt.answered.ifEver
    },
    .word("fate", "What became of the seat; empty where there was none. See the list of booking fates.") {
      $0.booking.candidate == nil ? nil : $0.booking.fate
    },
    .seconds(
      "ended_s", "When that was: at the pickup, or when the seat was given up; empty while it is held."
    ) {
      $0.booking.candidate == nil ? nil : $0.booking.ended
    },
  ]
}
