import Matching
import Quantities
import Spaces
import Travellers

/// An attempt with the data for its message.
struct AttemptMessage {
  let attempt: Attempt
  let subject: PolicySubject

  var request: Request { attempt.request }
}

/// A candidate with the data for its message.
struct CandidateMessage {
  let candidate: Candidate
  let attempt: AttemptMessage

  var driver: Driver { attempt.attempt.fleet.drivers[candidate.driver] }
  var slack: DriverSlack { attempt.attempt.slack(of: candidate) }
  /// The meeting points with the candidate; nil if nobody walks.
  var meeting: Meeting? { attempt.attempt.meeting(with: candidate) }
}

extension AttemptMessage {
  /// The fields of the request, in order.
  static let fields: [MessageField<Self>] =
    [
      .init("request_id", "", "The request, as the files call it: a number, or a name.") {
        $0.subject.name($0.request.id, of: $0.subject.requestNames)
      },
      .init("submit_s", "s", "When it was submitted.") { .time($0.request.submit) },
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
      .init("direct_s", "s", "How long the trip takes in a car of its own.") {
        .time($0.request.direct.duration)
      },
      .init("direct_m", "m", "How long the way of that trip is.") { .number($0.request.direct.metres) },
      .init("party_size", "persons", "How many travel.") { .init($0.request.partySize) },
      .init("luggage", "pieces", "How much luggage they have.") { .init($0.request.luggage) },
      .init("probe", "", "Whether it only measures, and is never assigned.") { .flag($0.request.isProbe) },
      .init("earliest_pickup_s", "s", "A car that comes earlier waits until then.") {
        .time($0.request.earliestPickup)
      },
      .init("patience_s", "s", "How long after submission the party leaves; null where it does not.") {
        .time($0.request.patience)
      },
    ] + personFields({ $0.request.person }, { $0.request.wishes })

  func coordinates(_ position: Position) -> Coordinates { subject.geometry.coordinates(of: position) }
}

extension CandidateMessage {
  /// The fields of a candidate without walking, in order.
  static let fields: [MessageField<Self>] =
    [
      .init("driver", "", "The driver, as the files call them: what an answer names.") {
        $0.attempt.subject.name($0.driver.id, of: $0.attempt.subject.driverNames)
      },
      .init(
        "cost", "ms",
        "a·(time to pickup) + b·detour + c·(1 − agreement) by matching.weights; lower is better."
      ) {
        .integer($0.candidate.cost)
      },
      .init("time_to_pickup_s", "s", "From now until the driver would reach the passenger.") {
        .time($0.candidate.insertion.timeToPickup)
      },
      .init(
        "detour_s", "s",
        "`added_detour_s` by the name that it had first: how much later the driver would arrive, stops included."
      ) {
        .time($0.candidate.insertion.detour)
      },
      .init("added_driving_s", "s", "How much longer the driver would drive, stops and waiting left out.") {
        .time($0.candidate.insertion.addedDriving)
      },
      .init("distance_m", "m", "As the crow flies from the reported position to the pickup.") {
        .number($0.attempt.attempt.distance(to: $0.candidate))
      },
      .init("agreement", "", "The share of the stated wishes that are met, both sides; 1 if none is stated.")
      {
        .number($0.candidate.agreement)
      },
      .init("reported_x", "", "Longitude (°) or x (m) of the position that the driver has reported.") {
        .number($0.attempt.coordinates($0.candidate.reported).x)
      },
      .init("reported_y", "", "Latitude (°) or y (m) of that position.") {
        .number($0.attempt.coordinates($0.candidate.reported).y)
      },
      .init("pickup_after", "stops", "How many of the driver's planned stops come before the pickup.") {
        .integer(Int64($0.candidate.insertion.pickupAfter))
      },
      .init("dropoff_after", "stops", "How many of them come before the drop-off.") {
        .integer(Int64($0.candidate.insertion.dropoffAfter))
      },
      .init("stops_ahead", "stops", "How many stops for passengers the driver has planned.") {
        .integer(Int64($0.candidate.stopsAhead))
      },
      .init("free_seats", "seats", "Free seats now.") { .init($0.candidate.freeSeats) },
      .init("served", "requests", "How many requests the driver has dropped off so far.") {
        .integer(Int64($0.candidate.served))
      },
      .init("value", "ms", "What matching.insertion.objective makes of the pair of stops; lower is better.") {
        .integer($0.candidate.value)
      },
    ] + driverFields({ ($0.driver, $0.attempt.subject) }) + slacks

  /// The candidate's slack: promised and remaining detour against the solo trip, by the driver's own limits.
  private static let slacks: [MessageField<Self>] = [
    .init(
      "added_detour_s", "s",
      "How much later the driver would arrive for this passenger, stops and waiting included."
    ) {
      .time($0.slack.added)
    },
    .init(
      "promised_detour_s", "s",
      "How much later than alone the driver will arrive for those who are accepted already, stops and waiting included."
    ) {
      .time($0.slack.promised)
    },
    .init(
      "total_detour_s", "s",
      "promised_detour_s + added_detour_s: what the limits of the driver's detour are compared with."
    ) {
      .time($0.slack.total)
    },
    .init("max_detour_s", "s", "The most that total_detour_s may be; null without a limit.") {
      .time($0.driver.maxDetour)
    },
    .init("max_detour_ratio", "", "The most that total_detour_s ÷ solo_s may be; null without a limit.") {
      .number($0.driver.maxDetourRatio)
    },
    .init(
      "arrive_s", "s",
      "When the driver would arrive at the destination with this passenger; null for a car that waits."
    ) {
      .time($0.slack.arrival)
    },
    .init(
      "latest_arrive_s", "s", "When the driver wants to be there at the latest; null where that is not said."
    ) {
      .time($0.driver.latestArrival)
    },
    .init(
      "slack_s", "s",
      "How much detour the driver's own limits, these three, allow beyond promised_detour_s; null without a limit."
    ) {
      .time($0.slack.slack)
    },
    .init("slack_left_s", "s", "slack_s − added_detour_s: what is left of it behind this passenger.") {
      .time($0.slack.left)
    },
  ]

  /// The additional fields with walking, or if requested by name.
  static let walks: [MessageField<Self>] = [
    .init("walk_to_pickup_m", "m", "How far the passenger would walk to the car, as the crow flies.") {
      .number($0.meeting?.pickup.metres ?? 0)
    },
    .init("walk_from_dropoff_m", "m", "How far the passenger would walk from where the car stops, likewise.")
    {
      .number($0.meeting?.dropoff.metres ?? 0)
    },
  ]

  /// Returns the fields listed in hello.
  static func fields(walks isWalking: Bool) -> [MessageField<Self>] { isWalking ? fields + walks : fields }
}

/// Returns the fields of a driver that do not depend on the plan, for candidates and for the drivers of a window.
func driverFields<Row>(
  _ driver: @escaping @Sendable (Row) -> (driver: Driver, subject: PolicySubject)
) -> [MessageField<Row>] {
  @Sendable func coordinates(_ row: Row, _ place: (Driver) -> Place) -> Coordinates {
    let told = driver(row)
    return told.subject.geometry.coordinates(of: place(told.driver).position)
  }
  return [
    .init("seats", "seats", "Seats that the driver offers in all.") { .init(driver($0).driver.seats) },
    .init("luggage_room", "pieces", "Room for luggage in all.") { .init(driver($0).driver.luggageRoom) },
    .init("depart_s", "s", "When the driver departs, or departed.") { .time(driver($0).driver.depart) },
    .init("origin_x", "", "Longitude (°) or x (m) of the driver's origin.") {
      .number(coordinates($0, \.origin).x)
    },
    .init("origin_y", "", "Latitude (°) or y (m) of the driver's origin.") {
      .number(coordinates($0, \.origin).y)
    },
    .init(
      "destination_x", "", "Longitude (°) or x (m) of the driver's destination; null for a car that waits."
    ) {
      driver($0).driver.waits ? .absent : .number(coordinates($0, \.destination).x)
    },
    .init(
      "destination_y", "", "Latitude (°) or y (m) of the driver's destination; null for a car that waits."
    ) {
      driver($0).driver.waits ? .absent : .number(coordinates($0, \.destination).y)
    },
    .init("solo_s", "s", "How long the driver's trip takes without any passenger.") {
      .time(driver($0).driver.solo.duration)
    },
    .init("solo_m", "m", "How long the way of that trip is.") { .number(driver($0).driver.solo.metres) },
  ] + personFields({ driver($0).driver.person }, { driver($0).driver.wishes })
}
