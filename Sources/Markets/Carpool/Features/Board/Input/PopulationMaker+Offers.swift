import CarpoolScenario
import Ground
import Quantities
import Scenario
import Spaces
import Tables
import Travellers

/// Faults of a file's rows that can only be detected after reading all of them.
struct RowFaults {
  /// The path of the file.
  let file: String
  private var first: [TableError] = []
  private var total = 0

  init(file: String) { self.file = file }

  /// Adds a fault: the field in `line` and `column` has `value` instead of the `expected` content.
  mutating func add(line: Int, column: String, value: String, expected: String) {
    total += 1
    guard first.count < CSVReader.keptFaults else { return }
    first.append(
      .badValue(file: file, line: line, column: column, value: value, expected: .other(expected)))
  }

  /// Throws the collected faults, if there are any.
  ///
  /// - Throws: `SynthesisError` with the first faults and their total number.
  func finish() throws(SynthesisError) {
    guard let fault = first.first else { return }
    throw SynthesisError(.table(total == 1 ? fault : .several(first: first, total: total)))
  }
}

/// The board's listed offers and bookings, by driver and request id.
struct ListedBoard: Sendable {
  var offers: [Int64: PublishedTrip] = [:]
  var bookings: [Int64: Booking] = [:]

  /// A seat booked with a driver.
  struct Booking: Sendable {
    var driver: Int64
    var from: Int
    var to: Int
    var seek: Seek
  }
}

extension PopulationMaker {
  /// Reads the listed offers and bookings, and adds the offers as drivers and the bookings as requests.
  func addListedBoard(to population: inout Population) throws(SynthesisError) {
    guard let board = scenario.board else { return }
    var list: OfferList?
    if case .recorded(let offers) = board.offers { list = try addOffers(offers, to: &population) }
    if case .recorded(let bookings) = board.seeks, var list {
      try addBookings(bookings, of: &list, to: &population)
    }
  }

  private func addOffers(
    _ recorded: Scenario.RecordedOffers, to population: inout Population
  ) throws(SynthesisError) -> OfferList {
    var table = try table(.offers, recorded.file, recorded.columns)
    let offers = try table.read {
      OfferColumns(&$0, start: scenario.time.start)
    } row: { columns, table in
      var offer = offer(columns, recorded, &table)
      offer.user = columns.terms.user.read(&population.roll, &table.rows)
      return offer
    }
    guard table.rows.faultCount == 0, table.input.rows > 0 else {
      try table.finish()
      preconditionFailure("faults and the lack of rows are thrown")
    }
    var list = OfferList(offers, table.names, file: recorded.file)
    var faults = RowFaults(file: table.rows.file)
    let stops = try readStops(recorded, into: &list)
    let prices = try readPrices(recorded, into: &list)
    try checkNames(
      list.names, population.driverNames, .drivers, isAlone: population.drivers.isEmpty, file: faults.file)
    let taken = Set(population.drivers.map(\.id))
    for place in list.offers.indices {
      check(place, of: list, isTaken: taken.contains(list.offers[place].driver.id), recorded, &faults)
    }
    try faults.finish()
    for place in list.offers.indices {
      complete(&list.offers[place], recorded.attributes)
      list.offers[place].isInPeriod = table.isInPeriod(list.offers[place].driver.depart)
    }
    try table.finish()
    if population.drivers.isEmpty { population.driverNames = table.names }
    population.add(list.offers.filter(\.isInPeriod))
    population.take(table.input, table.notices())
    population.take(stops.input, stops.notices)
    if let prices { population.take(prices.input, prices.notices) }
    return list
  }

  /// Checks that the ids of a file's participants cannot clash with the `others` of their side.
  func checkNames(
    _ names: Names, _ others: Names, _ side: Side, isAlone: Bool, file: String
  ) throws(SynthesisError) {
    guard isAlone || (names.isNumbers && others.isNumbers) else {
      throw SynthesisError(.namesOfTwoFiles(file: file, side: side.field))
    }
  }

  private func offer(
    _ columns: OfferColumns, _ recorded: Scenario.RecordedOffers, _ table: inout RecordedRows
  ) -> ListedOffer {
    let id = table.id(columns.id)
    let publish = table.rows.time(columns.publish, after: columns.start)
    var driver = Driver(id: id, origin: .nowhere, destination: .nowhere, depart: .zero)
    let key = table.key(of: id)
    apply(recorded.attributes, to: &driver, entity: key)
    columns.terms.read(&driver, traveller(recorded.attributes, key), &table.rows)
    return ListedOffer(
      driver: driver, publish: publish, takesInstant: table.rows.bool(columns.takesInstant) ?? true,
      booksAtOnce: table.rows.bool(columns.booksAtOnce) ?? false, line: table.rows.countedLine())
  }

  /// Adds the faults of the offer at `place` that can be detected once its stops and prices are known.
  private func check(
    _ place: Int, of list: OfferList, isTaken: Bool, _ recorded: Scenario.RecordedOffers,
    _ faults: inout RowFaults
  ) {
    let offer = list.offers[place]
    func add(_ column: String, _ value: String, _ expected: String) {
      faults.add(line: offer.line, column: column, value: value, expected: expected)
    }
    let name = list.text(of: place)
    if isTaken { add("offer_id", name, "an id not used by a driver of supply") }
    guard offer.stops.count >= 2 else {
      let count = offer.stops.isEmpty ? "none" : "only one"
      add("offer_id", name, "an offer with at least two stops in \(recorded.stopsFile), which has \(count),")
      return
    }
    if offer.publish > offer.stops[0].time {
      add(
        "publish_s", offer.publish.inSeconds,
        "a time up to that of the first stop, \(offer.stops[0].time.inSeconds) s,")
    }
    // Without prices of stops, each pair needs a price of its own.
    guard let file = recorded.pricesFile, offer.stops.dropFirst().contains(where: { $0.price == nil }) else {
      return
    }
    let pairs = PublishedTrip.pairs(of: offer.stops.count)
    if offer.pairPrices.count < pairs {
      add(
        "offer_id", name,
        "an offer with a price in \(file) for each of its \(pairs) pairs of stops, not for"
          + " \(offer.pairPrices.count) of them,")
    }
  }

  /// Sets the driver's trip through the stops of `offer`.
  private func complete(_ offer: inout ListedOffer, _ attributes: Scenario.DriverAttributes) {
    let first = offer.stops[0]
    offer.driver.origin = first.place
    offer.driver.destination = offer.stops[offer.stops.count - 1].place
    offer.driver.depart = first.time
    offer.driver.announce = max(.zero, first.time - attributes.announceBefore)
    assess(&offer.driver, nil)
    offer.driver.solo = offer.trip.solo(offer.legs, carpool.behaviour.stopDuration)
  }
}

extension Population {
  /// Adds the drivers of `offers` with their published trips.
  fileprivate mutating func add(_ offers: [ListedOffer]) {
    for offer in offers {
      let id = offer.driver.id
      drivers.append(offer.driver)
      if let user = offer.user { roll.set(user, ofDriver: id) }
      if offer.driver.refusal == nil { listed.offers[id] = offer.trip }
    }
  }
}

extension Milliseconds {
  /// The number of seconds, as formatted in messages.
  var inSeconds: String {
    rawValue % 1_000 == 0 ? "\(rawValue / 1_000)" : "\(seconds)"
  }
}

/// The columns of a file of offers.
private struct OfferColumns {
  let id: CSVColumn
  let publish: CSVColumn
  let takesInstant: CSVOptionalColumn
  let booksAtOnce: CSVOptionalColumn
  let terms: DriverTermsColumns
  /// The local time of simulated time 0; nil if only seconds are allowed.
  let start: LocalDateTime?

  init(_ rows: inout CSVReader, start: LocalDateTime?) {
    self.start = start
    id = rows.column("offer_id")
    publish = rows.column("publish_s")
    // Requesting a missing column records a fault.
    _ = rows.column("seats")
    takesInstant = rows.optionalColumn("takes_instant")
    booksAtOnce = rows.optionalColumn("books_at_once")
    terms = DriverTermsColumns(&rows)
  }
}
