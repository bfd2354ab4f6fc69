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

  /// Whether the direct trip was computed.
  var isKnown: Bool { record.outcome != .refusedInput || request.direct != .none }
}

extension CarpoolTable {
  /// One row per request, with its outcome.
  public static let requests = requests(
    also: [
      .user(
        "user_id",
        "The requesting user. Present if `users` or the files identify users and the scenario uses any"
          + " platform services."
      ) { $0.source.pointee.requestUsers[Int($0.index)] }
    ])

  /// The table of requests for runs without users.
  static let requestsOfStrangers = requests(also: [])

  private static func requests(also others: [Column<RequestRow>]) -> Table<RequestRow> {
    Table(
      "requests", "A row per request, with its outcome.", key: ["request_id"],
      constant: .runID,
      columns: asked + became + matched + travelled
        + Column<RequestRow>.wishes("passenger") { $0.request.wishes } + others)
  }

  private static let asked: [Column<RequestRow>] =
    [
      .request("request_id", "The request, by the id of the demand file.") { $0.index },
      .seconds("submit_s", "The submission time.") { $0.request.submit },
      .coordinate("origin_x", "The longitude or x of the pickup; on a network, that of its node.") {
        $0.origin?.x
      },
      .coordinate("origin_y", "The latitude or y of the pickup.") { $0.origin?.y },
      .coordinate("destination_x", "The longitude or x of the drop-off; on a network, that of its node.") {
        $0.destination?.x
      },
      .coordinate("destination_y", "The latitude or y of the drop-off.") { $0.destination?.y },
      .seconds(
        "direct_s",
        "The duration of the direct trip, at the travel times of the submission or of the earliest pickup, whichever is later; "
          + "empty if the row was refused before it was computed."
      ) { $0.isKnown ? $0.request.direct.duration : nil },
      .metres("direct_m", "The length of the direct trip; empty if direct_s is empty.") {
        $0.isKnown ? $0.request.direct.metres : nil
      },
      .count("party_size", "The party size.") { $0.request.partySize },
      .count("luggage", "The number of pieces of luggage.") { $0.request.luggage },
    ] + Column<RequestRow>.person("passenger") { $0.request.person } + [
      .boolean(
        "probe",
        "Whether the request is a probe: one attempt, never assigned, counted only by the figure coverage."
      ) { $0.request.isProbe }
    ]

  private static let became: [Column<RequestRow>] = [
    .word("outcome", "The outcome; see the list of request outcomes.") { $0.record.outcome },
    .word(
      "cause",
      "The cause of the last failed attempt, or of leaving or refusal; empty if served or hit."
    ) { $0.record.cause ?? $0.request.refusal },
    .count("cycles", "The number of cycles with at least one attempt.") { $0.record.cycles },
    .count("attempts", "The total number of attempts, over all cycles and alerts.") { $0.record.attempts },
  ]

  private static let matched: [Column<RequestRow>] = [
    .seconds("first_match_s", "The time of the first acceptance; empty if no attempt was accepted.") {
      $0.record.firstMatch
    },
    .seconds(
      "match_s",
      "The time of acceptance of the final match; empty if there was none."
    ) { $0.record.match?.time },
    .driver("driver_id", "The driver of the final match.") { $0.record.match?.driver },
    .seconds(
      "promised_pickup_s", "The latest pickup promised at the final match; empty without a limit.",
      formula: "min(latest_pickup_s, submit_s + maximum wait)"
    ) { $0.record.match?.latestPickup.ifEver },
    .seconds(
      "latest_dropoff_s", "The latest drop-off promised at the final match; empty without a limit.",
      formula: "min(latest_dropoff_s of the input, submit_s + direct_s + allowance for wait and ride)"
    ) { $0.record.match?.latestDropoff.ifEver },
  ]

  private static let travelled: [Column<RequestRow>] = [
    .seconds(
      "pickup_s",
      "The arrival at the pickup stop of the car or of a walking passenger, whichever is later; boarding follows."
    ) { $0.record.pickup },
    .seconds(
      "dropoff_s",
      "The car's arrival at the drop-off stop, or the earliest drop-off if later; alighting follows."
    ) { $0.record.dropoff },
    .seconds(
      "time_to_match_s",
      "The time from submission to the final match; for a passenger who planned ahead and was matched with a car on the road, from"
        + " the desired departure.",
      formula: "match_s − submit_s, or match_s − the desired departure"
    ) { row in row.record.match.map { row.planned.timeToMatch($0) } },
    .seconds(
      "wait_s",
      "The wait for the car, including the walk to it; for a passenger who planned ahead, from the desired departure.",
      formula: "pickup_s − submit_s, or pickup_s − the desired departure, at least 0"
    ) { row in row.record.pickup.map { row.planned.wait(until: $0) } },
    .seconds("ride_s", "The ride time, boarding included.", formula: "dropoff_s − pickup_s") {
      $0.record.ride
    },
    .metres("ride_m", "The driven distance between pickup and drop-off.") { row in
      row.record.ride.map { _ in row.record.rideMetres }
    },
    .ratio(
      "passenger_detour_factor",
      "The ratio of the passenger's ride, including walks to and from the car, to the direct trip; below 1 only if the driver "
        + "departed at a faster time of day, or if walking shortens the ride.",
      formula: "(walks + ride_s) ÷ direct_s"
    ) { row in row.record.ride.flatMap { ($0 + row.planned.walk).ratio(to: row.request.direct.duration) } },
    .seconds(
      "added_detour_s",
      "The delay of the driver's arrival due to the match, stops included, as computed at acceptance; drivers.csv has the"
        + " realised total."
    ) { $0.record.match?.detour },
    .metres("added_detour_m", "The distance added for the driver by the match, as computed at acceptance.") {
      $0.record.match?.detourMetres
    },
    .ratio(
      "preference_agreement",
      "The share of stated wishes met by the match, on both sides; 1 if none are stated."
    ) { $0.record.match?.agreement },
    .cost("cost", "The weighted cost of the match at acceptance; the lowest is chosen.") {
      $0.record.match?.cost
    },
  ]
}

extension Milliseconds {
  /// Returns this time ÷ `other`; nil if `other` is zero.
  func ratio(to other: Milliseconds) -> Double? {
    other == .zero ? nil : Double(rawValue) / Double(other.rawValue)
  }
}
