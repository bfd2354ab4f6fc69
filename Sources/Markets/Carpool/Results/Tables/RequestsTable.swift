import Metrics
import Quantities
import Simulation
import Spaces
public import Tables
import Travellers

/// A request and its outcome.
public struct RequestRow: ResultRow {
  let source: UnsafePointer<RowSource>
  let index: RequestIndex
  let origin, destination: Coordinates?

  init(_ index: Int, _ source: UnsafePointer<RowSource>) {
    self.source = source
    self.index = RequestIndex(index)
    let request = source.pointee.requests[index]
    origin = source.pointee.coordinates(request.origin.position)
    destination = source.pointee.coordinates(request.destination.position)
  }

  var request: Request { @inline(__always) _read { yield source.pointee.requests[Int(index)] } }
  var record: RequestRecord {
    @inline(__always) _read { yield source.pointee.requestRecords[Int(index)] }
  }
  var planned: PlannedRide {
    source.pointee.plannedRides.isEmpty ? PlannedRide(request) : source.pointee.plannedRides[Int(index)]
  }

  /// Whether the direct trip is known.
  var isKnown: Bool { record.outcome != .refusedInput || request.direct != .none }
}

extension CarpoolTable {
  /// A row per request: the request and its outcome.
  public static let requests = requests(
    also: [
      .user(
        "user_id",
        "Who asked. The column is there where `users` or the files say who somebody is, and the scenario has anything of"
          + " platform services."
      ) { $0.source.pointee.requestUsers[Int($0.index)] }
    ])

  /// The same for runs without users.
  static let requestsOfStrangers = requests(also: [])

  private static func requests(also others: [Column<RequestRow>]) -> Table<RequestRow> {
    Table(
      "requests", "A row per request: what was asked and what became of it.", key: ["request_id"],
      constant: .runID,
      columns: asked + became + matched + travelled
        + Column<RequestRow>.wishes("passenger") { $0.request.wishes } + others)
  }

  private static let asked: [Column<RequestRow>] =
    [
      .request("request_id", "The request, as the demand file calls it.") { $0.index },
      .seconds("submit_s", "When the request was submitted.") { $0.request.submit },
      .coordinate("origin_x", "Longitude or x of the pickup; the node's on a network.") { $0.origin?.x },
      .coordinate("origin_y", "Latitude or y of the pickup.") { $0.origin?.y },
      .coordinate("destination_x", "Longitude or x of the drop-off; the node's on a network.") {
        $0.destination?.x
      },
      .coordinate("destination_y", "Latitude or y of the drop-off.") { $0.destination?.y },
      .seconds(
        "direct_s",
        "Duration of the trip in a car of its own, at the travel times of the submission or of the earliest pickup, "
          + "whichever is later; empty where the row was refused before it was known."
      ) { $0.isKnown ? $0.request.direct.duration : nil },
      .metres("direct_m", "Length of the trip in a car of its own; empty like direct_s.") {
        $0.isKnown ? $0.request.direct.metres : nil
      },
      .count("party_size", "Persons in the party.") { $0.request.partySize },
      .count("luggage", "Pieces of luggage.") { $0.request.luggage },
    ] + Column<RequestRow>.person("passenger") { $0.request.person } + [
      .boolean(
        "probe", "Whether the request only measures: one attempt, never assigned, in no figure but coverage."
      ) { $0.request.isProbe }
    ]

  private static let became: [Column<RequestRow>] = [
    .word("outcome", "How the request ended; see the list of request outcomes.") { $0.record.outcome },
    .word(
      "cause",
      "Of the last attempt, or why the request left or was refused; empty where it was served or hit."
    ) { $0.record.cause ?? $0.request.refusal },
    .count("cycles", "Cycles with at least one attempt.") { $0.record.cycles },
    .count("attempts", "Calls of the matcher in total, over all cycles and alerts.") { $0.record.attempts },
  ]

  private static let matched: [Column<RequestRow>] = [
    .seconds("first_match_s", "When the first accepted attempt was answered; empty where none was accepted.")
    {
      $0.record.firstMatch
    },
    .seconds(
      "match_s",
      "When the accepted attempt whose match held at the end was answered; empty where no match held."
    ) { $0.record.match?.time },
    .driver("driver_id", "The driver of that match.") { $0.record.match?.driver },
    .seconds(
      "promised_pickup_s", "The latest pickup promised at that match; empty without a limit.",
      formula: "min(latest_pickup_s, submit_s + maximum wait)"
    ) { $0.record.match?.latestPickup.ifEver },
    .seconds(
      "latest_dropoff_s", "The latest drop-off promised at that match; empty without a limit.",
      formula: "min(latest_dropoff_s of the input, submit_s + direct_s + allowance for wait and ride)"
    ) { $0.record.match?.latestDropoff.ifEver },
  ]

  private static let travelled: [Column<RequestRow>] = [
    .seconds(
      "pickup_s",
      "When the car arrived at the pickup stop, or a passenger who walks if that is later; boarding follows."
    ) { $0.record.pickup },
    .seconds(
      "dropoff_s",
      "When the car arrived at the drop-off stop, or the drop-off opened if that is later; alighting follows."
    ) { $0.record.dropoff },
    .seconds(
      "time_to_match_s",
      "From submission to the match that held; for a passenger who planned ahead and was found a car on the road, from"
        + " the time to leave.",
      formula: "match_s − submit_s, or − the time to leave"
    ) { row in row.record.match.map { row.planned.timeToMatch($0) } },
    .seconds(
      "wait_s",
      "The wait for the car, including the walk to it; for a passenger who planned ahead, from the time to leave.",
      formula: "pickup_s − submit_s, or − the time to leave, at least 0"
    ) { row in row.record.pickup.map { row.planned.wait(until: $0) } },
    .seconds("ride_s", "How long the ride took, boarding included.", formula: "dropoff_s − pickup_s") {
      $0.record.ride
    },
    .metres("ride_m", "Road metres between pickup and drop-off.") { row in
      row.record.ride.map { _ in row.record.rideMetres }
    },
    .ratio(
      "passenger_detour_factor",
      "The passenger's ride, with the walks to the car and from it, against the direct trip; below 1 only in the car of a "
        + "driver who left in a faster slice of the day, and where walking makes the ride shorter.",
      formula: "(walks + ride_s) ÷ direct_s"
    ) { row in row.record.ride.flatMap { ($0 + row.planned.walk).ratio(to: row.request.direct.duration) } },
    .seconds(
      "added_detour_s",
      "How much later the match made its driver arrive, stops included, as computed at acceptance; drivers.csv has the"
        + " realised total."
    ) { $0.record.match?.detour },
    .metres("added_detour_m", "Metres that the match added for its driver, likewise.") {
      $0.record.match?.detourMetres
    },
    .ratio(
      "preference_agreement",
      "Share of the stated wishes that the match meets, both sides; 1 if none is stated."
    ) { $0.record.match?.agreement },
    .cost("cost", "Weighted cost of the match as of its acceptance; lower won.") { $0.record.match?.cost },
  ]
}

extension Milliseconds {
  /// Returns this time ÷ `other`; nil if `other` is zero.
  func ratio(to other: Milliseconds) -> Double? {
    other == .zero ? nil : Double(rawValue) / Double(other.rawValue)
  }
}
