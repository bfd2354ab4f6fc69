import CarpoolScenario
import Community
import Ground
import Quantities
import Scenario
import Spaces
import Tables

extension PopulationMaker {
  /// A file read in addition to the file of offers, with notices for the user.
  typealias ReadFile = (input: InputFile, notices: [InputNotice])

  /// Reads the stops of the offers in `list`.
  func readStops(
    _ recorded: Scenario.RecordedOffers, into list: inout OfferList
  ) throws(SynthesisError) -> ReadFile {
    var table = try table(.offerStops, recorded.stopsFile)
    _ = try table.read {
      StopColumns(&$0, territory, start: scenario.time.start)
    } row: { columns, table in
      _ = table.number()
      return list.place(columns.offer, &table.rows).map {
        addStop(columns, to: &list.offers[$0], &table.rows)
      }
    }
    try table.finish()
    return (table.input, table.notices())
  }

  /// Adds the row's stop to `offer`; records faults if it cannot be the next stop.
  private func addStop(_ columns: StopColumns, to offer: inout ListedOffer, _ rows: inout CSVReader) {
    let faults = rows.faultCount
    defer { if rows.faultCount > faults { offer.hasFaults = true } }
    let sequence = rows.int64(columns.sequence)
    let time = rows.time(columns.time, after: columns.start)
    let end = columns.place.read(&rows)
    let price = rows.amount(columns.price, of: scenario.currency)
    if rows.faultCount == faults, let cause = end.cause { columns.place.record(cause, &rows) }
    guard rows.faultCount == faults, !offer.hasFaults else { return }
    if let last = offer.stops.last {
      check(columns, sequence, time, price, after: last, of: offer, &rows)
      guard rows.faultCount == faults else { return }
      guard let travel = leg(from: last.place, to: end.place, of: offer) else {
        columns.place.record("a place reachable from the previous stop", &rows)
        return
      }
      let earliest = offer.leavesLast(carpool.behaviour.stopDuration) + travel.duration
      if time < earliest {
        let what = "the earliest arrival of a car that keeps the time of the previous stop,"
        rows.recordValue(columns.time, expected: .other("a time from \(earliest.inSeconds) s on, \(what)"))
        return
      }
      offer.legs.append(travel)
    } else if let price, price != 0 {
      rows.recordValue(
        columns.price, expected: .other("0 or nothing at the first stop, from which prices are counted,"))
    }
    offer.stops.append(.init(sequence: sequence, place: end.place, time: time, price: price))
  }

  /// Checks that the row's stop can follow the stop `last`; records faults.
  private func check(
    _ columns: StopColumns, _ sequence: Int64, _ time: Milliseconds, _ price: Int64?,
    after last: ListedOffer.Stop, of offer: ListedOffer, _ rows: inout CSVReader
  ) {
    if sequence <= last.sequence {
      rows.recordValue(
        columns.sequence,
        expected: .other("a number above \(last.sequence), the number of the offer's previous stop,"))
    }
    if time <= last.time {
      rows.recordValue(
        columns.time,
        expected: .other("a time after \(last.time.inSeconds) s, the time of the offer's previous stop,"))
    }
    let before = last.price ?? 0
    if let price, price < before {
      rows.recordValue(
        columns.price,
        expected: .other(
          "\(scenario.currency.text(of: before)) or more, the seat price to the previous stop,"))
    }
    if columns.price.isPresent, price == nil {
      rows.recordValue(columns.price, expected: .other("the seat price from the first stop to this one"))
    }
  }

  /// Returns the route between two stops, in the space at the departure time; nil if there is none.
  private func leg(from: Place, to: Place, of offer: ListedOffer) -> Travel? {
    let isSamePlace = territory.isNetwork ? from.node == to.node : from == to
    guard !isSamePlace, let first = offer.stops.first else { return nil }
    return territory.spaces.space(at: first.time).travel(from: from, to: to)
  }

  /// Reads the prices of individual pairs of stops, if the scenario has a file of them.
  func readPrices(
    _ recorded: Scenario.RecordedOffers, into list: inout OfferList
  ) throws(SynthesisError) -> ReadFile? {
    guard let file = recorded.pricesFile else { return nil }
    var table = try table(.offerPrices, file)
    _ = try table.read {
      PriceColumns(&$0)
    } row: { columns, table in
      _ = table.number()
      guard let place = list.place(columns.offer, &table.rows) else { return }
      addPrice(columns, to: place, of: &list, &table.rows)
    }
    try table.finish()
    return (table.input, table.notices())
  }

  private func addPrice(
    _ columns: PriceColumns, to place: Int, of list: inout OfferList, _ rows: inout CSVReader
  ) {
    let price = rows.amount(columns.price, of: scenario.currency)
    guard let (from, to) = columns.ends.read(place, of: list, &rows) else { return }
    let pair = list.offers[place].pair(from, to)
    if list.offers[place].pairPrices.updateValue(price, forKey: pair) != nil {
      rows.recordValue(columns.ends.to, expected: .other("a pair of stops not used by an earlier row"))
    }
  }
}

/// The columns of a file of offers' stops.
private struct StopColumns {
  let offer: CSVColumn
  let sequence: CSVColumn
  let time: CSVColumn
  let place: EndColumns
  let price: CSVOptionalColumn
  /// The local time of simulated time 0; nil if only seconds are allowed.
  let start: LocalDateTime?

  init(_ rows: inout CSVReader, _ territory: Territory, start: LocalDateTime?) {
    self.start = start
    offer = rows.column("offer_id")
    sequence = rows.column("sequence")
    time = rows.column("time_s")
    place = EndColumns("stop", &rows, in: territory)
    price = rows.optionalColumn("price")
  }
}

/// The columns of a file of prices.
private struct PriceColumns {
  let offer: CSVColumn
  let ends: StopPairColumns
  let price: CSVColumn

  init(_ rows: inout CSVReader) {
    offer = rows.column("offer_id")
    ends = StopPairColumns(&rows)
    price = rows.column("price")
  }
}

/// The columns for two stops of an offer.
struct StopPairColumns {
  let from: CSVColumn
  let to: CSVColumn

  init(_ rows: inout CSVReader) {
    from = rows.column("from_stop")
    to = rows.column("to_stop")
  }

  /// Returns the indices of the row's two stops in the offer at `place`; nil, with a fault, if the offer does not have
  /// them in this order.
  func read(_ place: Int, of list: OfferList, _ rows: inout CSVReader) -> (from: Int, to: Int)? {
    let first = list.stop(from, of: place, &rows)
    let last = list.stop(to, of: place, &rows)
    guard let first, let last else { return nil }
    guard first < last else {
      rows.recordValue(to, expected: .other("a stop after from_stop"))
      return nil
    }
    return (first, last)
  }
}
