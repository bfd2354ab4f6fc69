import Matching
import Quantities
import Spaces
import Travellers

/// An attempt and the data required for its message.
struct AttemptMessage {
  let attempt: Attempt
  let subject: PolicySubject

  var request: Request { attempt.request }
}

/// A candidate and the data required for its message.
struct CandidateMessage {
  let candidate: Candidate
  let attempt: AttemptMessage

  var driver: Driver { attempt.attempt.fleet.drivers[candidate.driver] }
  var slack: DriverSlack { attempt.attempt.slack(of: candidate) }
  /// The points at which the candidate and the passenger meet; nil if nobody walks.
  var meeting: Meeting? { attempt.attempt.meeting(with: candidate) }
}

extension AttemptMessage {
  /// The fields of the request, in order.
  static let fields: [MessageField<Self>] =
    [
      .init("request_id", "", "The request's id in the files: a number, or a name.") {
        $0.subject.name($0.request.id, of: $0.subject.requestNames)
      },
      .init("submit_s", "s", "The submission time.") { .time($0.request.submit) },
      .init("origin_x", "", "Longitude (°) or x (m) of the pickup.") {
        .number($0.coordinates($0.request.origin.position).x)
      },
      .init("origin_y", "", "Latitude (°) or y (m) of the pickup.") {
        .number($0.coordinates($0.request.origin.position).y)
      },
      .init("destination_x", "", "Longitude (°) or x (m) of the drop-off.") {
        .number($0.coordinates($0.request.destination.position).x)
      },
      .init("destination_y", "", "Latitude (°) or y (m) of the drop-off.") {
        .number($0.coordinates($0.request.destination.position).y)
      },
      .init("direct_s", "s", "The duration of the direct trip.") {
        .time($0.request.direct.duration)
      },
      .init("direct_m", "m", "The length of the direct trip.") { .number($0.request.direct.metres) },
      .init("party_size", "persons", "The party size.") { .init($0.request.partySize) },
      .init("luggage", "pieces", "The number of pieces of luggage.") { .init($0.request.luggage) },
      .init("probe", "", "Whether the request is a probe: for measurement, never assigned.") {
        .flag($0.request.isProbe)
      },
      .init("earliest_pickup_s", "s", "The earliest pickup; a car that arrives earlier waits.") {
        .time($0.request.earliestPickup)
      },
      .init("patience_s", "s", "The time after submission at which the party leaves; null if it does not.") {
        .time($0.request.patience)
      },
    ] + personFields({ $0.request.person }, { $0.request.wishes })

  func coordinates(_ position: Position) -> Coordinates { subject.geometry.coordinates(of: position) }
}

extension CandidateMessage {
  /// The fields of a candidate without walking, in order.
  static let fields: [MessageField<Self>] =
    [
      .init("driver", "", "The driver's id in the files, as used in answers.") {
        $0.attempt.subject.name($0.driver.id, of: $0.attempt.subject.driverNames)
      },
      .init(
        "cost", "ms",
        "a·(time to pickup) + b·detour + c·(1 − agreement) by matching.weights; lower is better."
      ) {
        .integer($0.candidate.cost)
      },
      .init("time_to_pickup_s", "s", "The time from now until the driver would reach the passenger.") {
        .time($0.candidate.insertion.timeToPickup)
      },
      .init(
        "detour_s", "s",
        "The former name of `added_detour_s`: the delay of the driver's arrival, stops included."
      ) {
        .time($0.candidate.insertion.detour)
      },
      .init("added_driving_s", "s", "The added driving time, excluding stops and waiting.") {
        .time($0.candidate.insertion.addedDriving)
      },
      .init("distance_m", "m", "The straight-line distance from the reported position to the pickup.") {
        .number($0.attempt.attempt.distance(to: $0.candidate))
      },
      .init("agreement", "", "The share of stated wishes that are met, on both sides; 1 if none are stated.")
      {
        .number($0.candidate.agreement)
      },
      .init("reported_x", "", "Longitude (°) or x (m) of the driver's reported position.") {
        .number($0.attempt.coordinates($0.candidate.reported).x)
      },
      .init("reported_y", "", "Latitude (°) or y (m) of the driver's reported position.") {
        .number($0.attempt.coordinates($0.candidate.reported).y)
      },
      .init("pickup_after", "stops", "The number of the driver's planned stops before the pickup.") {
        .integer(Int64($0.candidate.insertion.pickupAfter))
      },
      .init("dropoff_after", "stops", "The number of the driver's planned stops before the drop-off.") {
        .integer(Int64($0.candidate.insertion.dropoffAfter))
      },
      .init("stops_ahead", "stops", "The number of planned stops for passengers.") {
        .integer(Int64($0.candidate.stopsAhead))
      },
      .init("free_seats", "seats", "The number of seats free now.") { .init($0.candidate.freeSeats) },
      .init("served", "requests", "The number of requests that the driver has dropped off so far.") {
        .integer(Int64($0.candidate.served))
      },
      .init(
        "value", "ms", "The value of the pair of stops under matching.insertion.objective; lower is better."
      ) {
        .integer($0.candidate.value)
      },
    ] + driverFields({ ($0.driver, $0.attempt.subject) }) + slacks

  /// The candidate's slack: the promised detour, and the detour remaining within the driver's own limits, both relative
  /// to the solo trip.
  private static let slacks: [MessageField<Self>] = [
    .init(
      "added_detour_s", "s",
      "The delay of the driver's arrival due to this passenger, stops and waiting included."
    ) {
      .time($0.slack.added)
    },
    .init(
      "promised_detour_s", "s",
      "The delay of the driver's arrival, relative to the solo trip, due to accepted passengers, stops and waiting included."
    ) {
      .time($0.slack.promised)
    },
    .init(
      "total_detour_s", "s",
      "promised_detour_s + added_detour_s: the detour to which the driver's limits apply."
    ) {
      .time($0.slack.total)
    },
    .init("max_detour_s", "s", "The maximum of total_detour_s; null without a limit.") {
      .time($0.driver.maxDetour)
    },
    .init("max_detour_ratio", "", "The maximum of total_detour_s ÷ solo_s; null without a limit.") {
      .number($0.driver.maxDetourRatio)
    },
    .init(
      "arrive_s", "s",
      "The driver's arrival at the destination with this passenger; null for a waiting car."
    ) {
      .time($0.slack.arrival)
    },
    .init(
      "latest_arrive_s", "s", "The driver's latest arrival at the destination; null if not given."
    ) {
      .time($0.driver.latestArrival)
    },
    .init(
      "slack_s", "s",
      "The further detour that the driver's limits allow beyond promised_detour_s; null without a limit."
    ) {
      .time($0.slack.slack)
    },
    .init("slack_left_s", "s", "The slack left with this passenger: slack_s − added_detour_s.") {
      .time($0.slack.left)
    },
  ]

  /// The additional fields, sent if passengers walk or if requested by name.
  static let walks: [MessageField<Self>] = [
    .init("walk_to_pickup_m", "m", "The passenger's straight-line walk to the car.") {
      .number($0.meeting?.pickup.metres ?? 0)
    },
    .init("walk_from_dropoff_m", "m", "The passenger's straight-line walk from the drop-off.") {
      .number($0.meeting?.dropoff.metres ?? 0)
    },
  ]

  /// Returns the fields listed in the `hello` message.
  static func fields(walks isWalking: Bool) -> [MessageField<Self>] { isWalking ? fields + walks : fields }
}

/// Returns the driver fields that do not depend on the plan, used for candidates and for the drivers in a window.
func driverFields<Row>(
  _ driver: @escaping @Sendable (Row) -> (driver: Driver, subject: PolicySubject)
) -> [MessageField<Row>] {
  @Sendable func coordinates(_ row: Row, _ place: (Driver) -> Place) -> Coordinates {
    let told = driver(row)
    return told.subject.geometry.coordinates(of: place(told.driver).position)
  }
  return [
    .init("seats", "seats", "The total number of seats that the driver offers.") {
      .init(driver($0).driver.seats)
    },
    .init("luggage_room", "pieces", "The total luggage capacity.") { .init(driver($0).driver.luggageRoom) },
    .init("depart_s", "s", "The driver's departure, planned or actual.") { .time(driver($0).driver.depart) },
    .init("origin_x", "", "Longitude (°) or x (m) of the driver's origin.") {
      .number(coordinates($0, \.origin).x)
    },
    .init("origin_y", "", "Latitude (°) or y (m) of the driver's origin.") {
      .number(coordinates($0, \.origin).y)
    },
    .init(
      "destination_x", "", "Longitude (°) or x (m) of the driver's destination; null for a waiting car."
    ) {
      driver($0).driver.waits ? .absent : .number(coordinates($0, \.destination).x)
    },
    .init(
      "destination_y", "", "Latitude (°) or y (m) of the driver's destination; null for a waiting car."
    ) {
      driver($0).driver.waits ? .absent : .number(coordinates($0, \.destination).y)
    },
    .init("solo_s", "s", "The duration of the driver's solo trip.") {
      .time(driver($0).driver.solo.duration)
    },
    .init("solo_m", "m", "The length of the driver's solo trip.") { .number(driver($0).driver.solo.metres) },
  ] + personFields({ driver($0).driver.person }, { driver($0).driver.wishes })
}
