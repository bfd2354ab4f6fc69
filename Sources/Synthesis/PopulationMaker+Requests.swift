import Market
import Quantities
import Scenario
import Spaces
import Tables

extension PopulationMaker {
  /// Reads the requests that a file lists.
  func addRequests(
    _ recorded: Scenario.RecordedRequests, to population: inout Population
  ) throws(SynthesisError) {
    let path = path(of: recorded.file)
    var table = try RecordedTable(
      role: "requests", file: recorded.file, path: path, duration: scenario.time.duration)
    var rows = try RecordedTable.open(path)
    let columns = RequestColumns(&rows, territory, start: scenario.time.start)
    let parties = PartySampler(recorded.attributes)
    try RecordedTable.check(rows)
    while rows.next() {
      let faults = rows.faultCount
      let request = request(columns, recorded, parties, &table, &rows)
      if rows.faultCount == faults, table.isInPeriod(request.submit) { population.requests.append(request) }
    }
    try table.finish(rows)
    population.requests = resampled(population.requests, recorded.resampling, .requests)
    population.inputs.append(table.input)
    population.inputNotices += table.notices(rows)
  }

  private func request(
    _ columns: RequestColumns, _ recorded: Scenario.RecordedRequests, _ parties: PartySampler,
    _ table: inout RecordedTable, _ rows: inout CSVReader
  ) -> Request {
    let id = table.id(columns.id, &rows)
    let origin = columns.origin.read(&rows)
    let destination = columns.destination.read(&rows)
    var request = Request(
      id: id, origin: origin.place, destination: destination.place,
      submit: rows.time(columns.submit, after: columns.start))
    let attributes = recorded.attributes
    apply(attributes, parties, to: &request, entity: UInt64(bitPattern: id))
    var draws = stream(.traits(.requests), row: id)
    columns.read(&request, traveller(attributes.persons, attributes.wishes, &draws), &rows)
    jitter(&request, at: request.submit, recorded.resampling, .requests)
    assess(&request, origin.cause ?? destination.cause)
    return request
  }

  /// Sets the direct trip of `request`, and why it takes no part, where it does not.
  func assess(_ request: inout Request, _ cause: Cause?) {
    request.refusal = cause
    guard cause == nil else { return }
    let earliest = request.directDeparture
    let trip = territory.trip(
      request.origin, request.destination, at: earliest, longest: scenario.input.longestTrip)
    request.direct = trip.travel
    request.refusal = trip.cause
    let isBad =
      request.latestPickup < earliest || request.maxRide < trip.travel.duration
      || request.latestDropoff < earliest + trip.travel.duration
    if trip.cause == nil, isBad { request.refusal = .badWindow }
  }
}

/// The columns of a requests' file.
private struct RequestColumns {
  let id: CSVColumn
  let submit: CSVColumn
  let origin: EndColumns
  let destination: EndColumns
  /// When second 0 is; nil where only seconds are understood.
  let start: LocalDateTime?
  private let earliestPickup: CSVOptionalColumn
  private let latestPickup: CSVOptionalColumn
  private let latestDropoff: CSVOptionalColumn
  private let maxRide: CSVOptionalColumn
  private let partySize: CSVOptionalColumn
  private let luggage: CSVOptionalColumn
  private let patience: CSVOptionalColumn
  private let probe: CSVOptionalColumn
  private let traveller: TravellerColumns

  init(_ rows: inout CSVReader, _ territory: Territory, start: LocalDateTime?) {
    self.start = start
    id = rows.column("request_id")
    submit = rows.column("submit_s")
    origin = EndColumns("origin", &rows, in: territory)
    destination = EndColumns("destination", &rows, in: territory)
    earliestPickup = rows.optionalColumn("earliest_pickup_s")
    latestPickup = rows.optionalColumn("latest_pickup_s")
    latestDropoff = rows.optionalColumn("latest_dropoff_s")
    maxRide = rows.optionalColumn("max_ride_s")
    partySize = rows.optionalColumn("party_size")
    luggage = rows.optionalColumn("luggage")
    patience = rows.optionalColumn("patience_s")
    probe = rows.optionalColumn("probe")
    traveller = TravellerColumns(&rows)
  }

  /// Gives `request` what the row says.
  func read(_ request: inout Request, _ drawn: Traveller, _ rows: inout CSVReader) {
    if let time = rows.time(earliestPickup, after: start) { request.earliestPickup = time }
    if let time = rows.time(latestPickup, after: start) { request.latestPickup = time }
    if let time = rows.time(latestDropoff, after: start) { request.latestDropoff = time }
    if let span = rows.span(maxRide) { request.maxRide = span }
    if let count = rows.int64(partySize, in: 1...100) { request.partySize = Int16(count) }
    if let count = rows.int64(luggage, in: 0...1_000) { request.luggage = Int16(count) }
    if let span = rows.span(patience) { request.patience = span }
    if let isProbe = rows.bool(probe) { request.isProbe = isProbe }
    (request.person, request.wishes) = traveller.read(&rows, drawn: drawn)
  }
}
