import Matching
import Quantities
import Spaces
import Travellers

/// A driver in a window and the data required for a message.
struct DriverMessage {
  let driver: DriverIndex
  /// Any attempt of the window: all have the same fleet and time.
  let attempt: AttemptMessage

  var fleet: Fleet { attempt.attempt.fleet }
  var input: Driver { fleet.drivers[driver] }
  var reported: Coordinates {
    attempt.coordinates(fleet.searchedReport(of: driver, at: attempt.attempt.time).position)
  }
  /// The slack without any passenger from the window.
  var slack: DriverSlack { fleet.slack(of: driver, at: attempt.attempt.time, adding: .zero) }
}

/// A feasible pair in a window and the data required for a message.
struct PairMessage {
  let candidate: CandidateMessage
  /// Whether `batch` chooses the pair.
  let isInBatch: Bool
}

extension AttemptMessage {
  /// The fields of a request in a window, in order: the fields of an attempt, the numbers of the cycle and the attempt,
  /// and the promise.
  static let windowFields =
    fields.filter { $0.name != "probe" } + market.filter { promises.contains($0.name) }

  private static let promises = ["cycle", "attempt", "latest_pickup_s", "latest_dropoff_s", "max_ride_s"]
}

extension DriverMessage {
  /// The fields of a driver in a window, in order.
  static let fields: [MessageField<Self>] =
    [
      .init("driver", "", "The driver's id in the files, as used in answers.") {
        $0.attempt.subject.name($0.input.id, of: $0.attempt.subject.driverNames)
      },
      .init("reported_x", "", "Longitude (°) or x (m) of the driver's reported position.") {
        .number($0.reported.x)
      },
      .init("reported_y", "", "Latitude (°) or y (m) of the driver's reported position.") {
        .number($0.reported.y)
      },
      .init("stops_ahead", "stops", "The number of planned stops for passengers.") {
        .integer(Int64($0.fleet.itineraries[$0.driver].stops.count))
      },
      .init("free_seats", "seats", "The number of seats free now.") {
        .init($0.input.seats - $0.fleet.itineraries[$0.driver].onBoard)
      },
      .init("served", "requests", "The number of requests that the driver has dropped off so far.") {
        .integer(Int64($0.fleet.served(by: $0.driver)))
      },
    ] + driverFields({ ($0.input, $0.attempt.subject) }) + [
      .init(
        "promised_detour_s", "s",
        "The delay of the driver's arrival, relative to the solo trip, due to accepted passengers, stops and waiting included."
      ) { .time($0.slack.promised) },
      .init("max_detour_s", "s", "The limit of the total detour; null without a limit.") {
        .time($0.input.maxDetour)
      },
      .init("max_detour_ratio", "", "The limit of the total detour ÷ solo_s; null without a limit.") {
        .number($0.input.maxDetourRatio)
      },
      .init("latest_arrive_s", "s", "The driver's latest arrival at the destination; null without one.") {
        .time($0.input.latestArrival)
      },
      .init(
        "slack_s", "s", "The detour that these limits allow beyond promised_detour_s; null without a limit."
      ) {
        .time($0.slack.slack)
      },
      .init(
        "own_request", "", "The request of the same person, who may ride instead; null for a driver only."
      ) {
        driver in
        driver.input.ownRequest.map {
          driver.attempt.subject.name($0, of: driver.attempt.subject.requestNames)
        }
          ?? .absent
      },
    ]
}

extension PairMessage {
  /// The fields of a pair, in order; a process is sent the `standard` fields unless it names others.
  static let fields: [MessageField<Self>] =
    [
      .init("request_id", "", "The request's id in the files, as used in answers.") {
        $0.candidate.attempt.subject.name(
          $0.candidate.attempt.request.id, of: $0.candidate.attempt.subject.requestNames)
      }
    ] + candidateFields(of: ["driver"] + measures) + extras

  static let standard = ["request_id", "driver", "cost"]

  /// The names of the candidate fields that depend on both sides.
  private static let measures = [
    "cost", "time_to_pickup_s", "added_driving_s", "distance_m", "agreement", "pickup_after", "dropoff_after",
    "value", "added_detour_s", "total_detour_s", "arrive_s", "slack_left_s", "walk_to_pickup_m",
    "walk_from_dropoff_m",
  ]

  /// The fields that exist only in windows, and are computed only on request.
  static let extras: [MessageField<Self>] = [
    .init(
      "saved_mm", "mm",
      "direct_m of the request − the driver's added distance, rounded: the term that the objective `saved_km` sums."
    ) { .integer($0.candidate.attempt.attempt.savedMillimetres(with: $0.candidate.candidate)) },
    .init(inBatch, "", "1 for a pair that `batch` chooses in this window, 0 for any other.") {
      .integer($0.isInBatch ? 1 : 0)
    },
  ]

  /// The name of the field for which `batch` must decide the window as well.
  static let inBatch = "in_batch"

  /// Returns the candidate fields named in `names`, in the order of the candidate's fields.
  static func candidateFields(of names: [String]) -> [MessageField<Self>] {
    CandidateMessage.fields(walks: true).filter { names.contains($0.name) }.map { field in
      MessageField(field.name, field.unit, field.meaning) { field.value($0.candidate) }
    }
  }
}
