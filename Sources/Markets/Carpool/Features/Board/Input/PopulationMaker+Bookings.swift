import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Tables
import Travellers

extension PopulationMaker {
  /// Reads from a file the seats booked on the offers in `list`, and adds a request for each booking.
  func addBookings(
    _ recorded: Scenario.RecordedSeeks, of list: inout OfferList, to population: inout Population
  ) throws(SynthesisError) {
    var table = try table(.bookings, recorded.file, recorded.columns)
    let parties = PartySampler(recorded.attributes)
    let taken = Set(population.requests.map(\.id))
    let rows = try table.read {
      BookingColumns(&$0, territory, start: scenario.time.start)
    } row: { columns, table -> (booking: Row, user: Int?)? in
      let id = table.id(columns.id)
      if table.input.rows == 1 { list.forgetBookings() }
      if taken.contains(id) {
        table.rows.recordValue(columns.id, expected: .other("an id not used by a request of demand"))
      }
      let booking = booking(
        id, key: table.key(of: id), columns, recorded.attributes, parties, &list, &table.rows)
      let user = columns.terms.user.read(&population.roll, &table.rows)
      guard let booking, table.isInPeriod(booking.departure) else { return nil }
      return (booking, user)
    }
    try checkNames(
      table.names, population.requestNames, .requests, isAlone: population.requests.isEmpty,
      file: table.rows.file)
    try table.finish()
    if population.requests.isEmpty { population.requestNames = table.names }
    population.add(rows.map { Known($0.booking.request, $0.user) })
    for (booking, _) in rows { population.listed.bookings[booking.request.id] = booking.seat }
    population.take(table.input, table.notices())
  }

  /// The request made from a row of the file.
  private typealias Row = (request: Request, seat: ListedBoard.Booking, departure: Milliseconds)

  private func booking(
    _ id: Int64, key: UInt64, _ columns: BookingColumns, _ attributes: Scenario.RequestAttributes,
    _ parties: PartySampler,
    _ list: inout OfferList, _ rows: inout CSVReader
  ) -> Row? {
    let submit = rows.time(columns.submit, after: columns.start)
    guard let place = list.place(columns.offer, &rows),
      let (from, to) = columns.stops.read(place, of: list, &rows)
    else { return nil }
    let offer = list.offers[place]
    let stops = (from: offer.stops[from], to: offer.stops[to])
    if submit < offer.publish || submit > stops.from.time {
      let range = "\(offer.publish.inSeconds) to \(stops.from.time.inSeconds) s"
      rows.recordValue(
        columns.submit,
        expected: .other("a time from \(range), while the offer is on the board and the car has not left,")
      )
    }
    let origin = columns.origin.end(&rows) ?? (stops.from.place, nil)
    let destination = columns.destination.end(&rows) ?? (stops.to.place, nil)
    var request = Request(
      id: id, origin: origin.place, destination: destination.place, submit: max(.zero, submit))
    apply(attributes, parties, to: &request, entity: key)
    request.earliestPickup = stops.from.time
    var draws = stream(.traits(.requests), key)
    columns.terms.read(&request, traveller(attributes.persons, attributes.wishes, &draws), &rows)
    request.isProbe = false
    assess(&request, (origin.cause ?? destination.cause).map(Cause.init) ?? offer.driver.refusal)
    if request.refusal == nil { book(request, place, from..<to, columns, &list, &rows) }
    let geometry = territory.space.geometry
    let seek = Seek(
      earliest: stops.from.time, latest: stops.from.time,
      access: geometry.distance(request.origin.position, stops.from.place.position),
      egress: geometry.distance(stops.to.place.position, request.destination.position), alert: .zero)
    return (request, .init(driver: offer.driver.id, from: from, to: to, seek: seek), offer.driver.depart)
  }

  /// Reserves seats and luggage places for `request` on `legs`; records a fault if there are too few.
  private func book(
    _ request: Request, _ place: Int, _ legs: Range<Int>, _ columns: BookingColumns, _ list: inout OfferList,
    _ rows: inout CSVReader
  ) {
    let (seats, room) = (Int(list.offers[place].driver.seats), Int(list.offers[place].driver.luggageRoom))
    if list.offers[place].booked.isEmpty {
      list.offers[place].booked = list.offers[place].legs.map { _ in ListedOffer.Booked() }
    }
    let booked = list.offers[place].booked
    let free = seats - (legs.map { booked[$0].seats }.max() ?? 0)
    let freeRoom = room - (legs.map { booked[$0].luggage }.max() ?? 0)
    let name = list.text(of: place)
    guard request.partySize <= free else {
      let why = "(seats of offer \(name): \(seats), booked by the rows above: \(seats - free))"
      if columns.terms.partySize.isPresent {
        rows.recordValue(columns.terms.partySize, expected: .other("a party of at most \(free) \(why)"))
      } else {
        let expected = "an offer with room for a party of \(request.partySize) \(why)"
        rows.recordValue(columns.offer, expected: .other(expected))
      }
      return
    }
    guard request.luggage <= freeRoom else {
      let why = "(room of offer \(name): \(room), booked by the rows above: \(room - freeRoom))"
      let expected = "an offer with room for \(request.luggage) pieces of luggage \(why)"
      rows.recordValue(columns.offer, expected: .other(expected))
      return
    }
    for leg in legs {
      list.offers[place].booked[leg].seats += Int(request.partySize)
      list.offers[place].booked[leg].luggage += Int(request.luggage)
    }
  }
}

/// The columns of a file of bookings.
private struct BookingColumns {
  let id: CSVColumn
  let submit: CSVColumn
  let offer: CSVColumn
  let stops: StopPairColumns
  let origin: EndColumns?
  let destination: EndColumns?
  let terms: RequestTermsColumns
  /// The local time of simulated time 0; nil if only seconds are allowed.
  let start: LocalDateTime?

  init(_ rows: inout CSVReader, _ territory: Territory, start: LocalDateTime?) {
    self.start = start
    id = rows.column("booking_id")
    submit = rows.column("submit_s")
    offer = rows.column("offer_id")
    stops = StopPairColumns(&rows)
    origin = EndColumns(ifPresent: "origin", &rows, in: territory)
    destination = EndColumns(ifPresent: "destination", &rows, in: territory)
    terms = RequestTermsColumns(&rows, start: start)
  }
}

extension EndColumns? {
  /// Returns the trip end given in the row, with the reason if it is unusable; nil if the row has no trip end.
  fileprivate func end(_ rows: inout CSVReader) -> (place: Place, cause: EndCause?)? {
    guard let columns = self, !columns.isEmpty(rows) else { return nil }
    return columns.read(&rows)
  }
}
