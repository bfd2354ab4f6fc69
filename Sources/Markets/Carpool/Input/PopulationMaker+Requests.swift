import CarpoolScenario
import Community
import Ground
import Quantities
import Scenario
import Spaces
import Tables
import Travellers

extension PopulationMaker {
  /// Reads the requests listed in a file.
  func addRequests(
    _ recorded: Scenario.RecordedSide<Scenario.RequestAttributes>, to population: inout Population
  ) throws(SynthesisError) {
    var table = try table(.requests, recorded.file, recorded.columns)
    let parties = PartySampler(recorded.attributes)
    let rows = try table.read {
      RequestColumns(
        &$0, territory, start: scenario.time.start, needsPrice: carpool.money?.price == .recorded,
        recorded.attributes.choice)
    } row: { columns, table in
      let request = request(columns, recorded, parties, &table)
      let user = columns.terms.user.read(&population.roll, &table.rows)
      let currency = carpool.money?.currency ?? Currency()
      let price = columns.price.map { table.rows.amount($0, of: currency) }
      let alternative = columns.alternative?.read(&table.rows, in: currency)
      return table.isInPeriod(request.submit)
        ? Known(request, user, price: price, alternative: alternative) : nil
    }
    try table.finish()
    let taken = resampled(rows, recorded.resampling, .requests, table.names)
    population.add(taken.rows)
    population.requestNames = taken.names
    population.take(table.input, table.notices() + notices(of: recorded.resampling, Side.requests.field))
  }

  private func request(
    _ columns: RequestColumns, _ recorded: Scenario.RecordedSide<Scenario.RequestAttributes>,
    _ parties: PartySampler,
    _ table: inout RecordedRows
  ) -> Request {
    let id = table.id(columns.id)
    let key = table.key(of: id)
    let origin = columns.origin.read(&table.rows)
    let destination = columns.destination.read(&table.rows)
    var request = Request(
      id: id, origin: origin.place, destination: destination.place,
      submit: table.rows.time(columns.submit, after: columns.start))
    let attributes = recorded.attributes
    apply(attributes, parties, to: &request, entity: key)
    var draws = stream(.traits(.requests), key)
    let traveller = traveller(attributes.persons, attributes.wishes, &draws)
    columns.terms.read(&request, traveller, &table.rows)
    // The wait counts from the earliest departure; zero means that the row has none.
    if request.earliestPickup != .zero { request.lead = max(.zero, request.earliestPickup - request.submit) }
    jitter(&request, at: request.submit, recorded.resampling, .requests, key)
    assess(&request, (origin.cause ?? destination.cause).map(Cause.init))
    loosen(&request, attributes, entity: key)
    return request
  }

  /// Sets the direct trip of `request`, and the reason for a refusal, if any.
  func assess(_ request: inout Request, _ cause: Cause?) {
    request.refusal = cause
    guard cause == nil else { return }
    let earliest = request.directDeparture
    let trip = territory.trip(
      request.origin, request.destination, at: earliest, longest: carpool.input.longestTrip)
    request.direct = trip.travel
    request.refusal = trip.cause.map(Cause.init)
    let isBad =
      request.latestPickup < earliest || request.maxRide < trip.travel.duration
      || request.latestDropoff < max(earliest + trip.travel.duration, request.earliestDropoff)
    if trip.cause == nil, isBad { request.refusal = .badWindow }
  }
}

/// The columns of a file of requests.
private struct RequestColumns {
  let id: CSVColumn
  let submit: CSVColumn
  let origin: EndColumns
  let destination: EndColumns
  /// The local time of simulated time 0; nil if only seconds are allowed.
  let start: LocalDateTime?
  let terms: RequestTermsColumns
  /// The column of seat prices; nil if prices come from elsewhere.
  let price: CSVColumn?
  /// The columns of alternatives; nil if these come from elsewhere.
  let alternative: AlternativeColumns?

  init(
    _ rows: inout CSVReader, _ territory: Territory, start: LocalDateTime?, needsPrice: Bool,
    _ choice: Scenario.Choice?
  ) {
    self.start = start
    price = needsPrice ? rows.column("price") : nil
    alternative = AlternativeColumns(choice, &rows)
    id = rows.column("request_id")
    submit = rows.column("submit_s")
    origin = EndColumns("origin", &rows, in: territory)
    destination = EndColumns("destination", &rows, in: territory)
    terms = RequestTermsColumns(&rows, start: start)
  }
}

/// The columns of a party's terms and traits, common to all files of requests.
struct RequestTermsColumns {
  private let start: LocalDateTime?
  private let earliestPickup: CSVOptionalColumn
  private let latestPickup: CSVOptionalColumn
  private let earliestDropoff: CSVOptionalColumn
  private let latestDropoff: CSVOptionalColumn
  private let boarding: CSVOptionalColumn
  private let alighting: CSVOptionalColumn
  private let maxRide: CSVOptionalColumn
  let partySize: CSVOptionalColumn
  private let luggage: CSVOptionalColumn
  private let patience: CSVOptionalColumn
  private let probe: CSVOptionalColumn
  private let role: CSVOptionalColumn
  private let traveller: TravellerColumns
  let user: UserColumn

  init(_ rows: inout CSVReader, start: LocalDateTime?) {
    self.start = start
    earliestPickup = rows.optionalColumn("earliest_pickup_s")
    latestPickup = rows.optionalColumn("latest_pickup_s")
    earliestDropoff = rows.optionalColumn("earliest_dropoff_s")
    latestDropoff = rows.optionalColumn("latest_dropoff_s")
    boarding = rows.optionalColumn("boarding_s")
    alighting = rows.optionalColumn("alighting_s")
    maxRide = rows.optionalColumn("max_ride_s")
    partySize = rows.optionalColumn("party_size")
    luggage = rows.optionalColumn("luggage")
    patience = rows.optionalColumn("patience_s")
    probe = rows.optionalColumn("probe")
    role = rows.optionalColumn("role")
    traveller = TravellerColumns(&rows)
    user = UserColumn(&rows)
  }

  /// Sets the terms and traits of `request` from the row, and from `drawn` where values are missing.
  func read(_ request: inout Request, _ drawn: Traveller, _ rows: inout CSVReader) {
    if let time = rows.time(earliestPickup, after: start) { request.earliestPickup = time }
    if let time = rows.time(latestPickup, after: start) { request.latestPickup = time }
    if let time = rows.time(latestDropoff, after: start) { request.latestDropoff = time }
    if let time = rows.time(earliestDropoff, after: start) { request.earliestDropoff = time }
    if let span = rows.span(boarding) { request.boarding = span }
    if let span = rows.span(alighting) { request.alighting = span }
    if let span = rows.span(maxRide) { request.maxRide = span }
    if let count = rows.int64(partySize, in: 1...100) { request.partySize = Int16(count) }
    if let count = rows.int64(luggage, in: 0...1_000) { request.luggage = Int16(count) }
    if let span = rows.span(patience) { request.patience = span }
    if let isProbe = rows.bool(probe) { request.isProbe = isProbe }
    if let role = rows.choice(role, of: Role.self) {
      request.hasCar = role == .either
      if role == .driver {
        rows.recordValue(
          self.role, expected: .other("rider or either, because drivers have a separate file"))
      }
    }
    (request.person, request.wishes) = traveller.read(&rows, drawn: drawn)
  }
}
