import Quantities
import Spaces
import Tables
import Travellers

/// A published trip as files list it.
struct ListedOffer {
  var driver: Driver
  var user: Int?
  /// The time of publishing as the file has it: it may lie before the scenario's start.
  var publish: Milliseconds
  var takesInstant: Bool
  var booksAtOnce: Bool
  /// The line of the offers' file.
  var line: Int
  var stops: [Stop] = []
  /// The ways between them.
  var legs: [Travel] = []
  /// The prices of pairs of stops that the prices' file says, by the pair's place in `PublishedTrip.prices`.
  var pairPrices: [Int: Int64] = [:]
  /// The bookings on each leg.
  var booked: [Booked] = []
  /// True if a row of its stops was at fault, so that those behind it cannot be judged by it.
  var hasFaults = false
  /// True if the departure lies in the scenario's period.
  var isInPeriod = true

  /// A stop as the file lists it.
  struct Stop {
    /// The number by which files know it.
    var sequence: Int64
    var place: Place
    var time: Milliseconds
    /// The price of a seat from the first stop to this one; nil if the stops' file does not say it.
    var price: Int64?
  }

  /// Seats and pieces of luggage.
  struct Booked {
    var seats = 0
    var luggage = 0
  }

  /// The time at which a car that keeps the time of the last stop leaves it.
  func leavesLast(_ stopDuration: Milliseconds) -> Milliseconds {
    guard let last = stops.last else { return .zero }
    return stops.count == 1 ? last.time : last.time + stopDuration
  }

  /// The place of the stop that files know by `sequence`.
  func place(ofStop sequence: Int64) -> Int? { stops.firstIndex { $0.sequence == sequence } }

  /// The place of the pair of the stops at `from` and `to` among all pairs.
  func pair(_ from: Int, _ to: Int) -> Int {
    PublishedTrip.place(ofPriceFrom: from, to: to, stops: stops.count)
  }

  /// The trip as the board shows it; a pair of stops without a price of its own costs what the later stop costs more
  /// than the earlier one.
  ///
  /// - Precondition: there are at least two stops.
  var trip: PublishedTrip {
    var prices: [Int64] = []
    for from in stops.indices {
      for to in stops.indices.dropFirst(from + 1) {
        let difference = (stops[to].price ?? 0) - (stops[from].price ?? 0)
        prices.append(pairPrices[prices.count] ?? difference)
      }
    }
    return PublishedTrip(
      publish: max(.zero, publish), stops: stops.map { PublishedTrip.Stop($0.place, at: $0.time) },
      prices: prices, takesInstant: takesInstant, booksAtOnce: booksAtOnce)
  }
}

extension PublishedTrip {
  /// The travel through the stops without any passenger: the car leaves each at its time or when it comes, whatever is
  /// later, after `stopDuration`; `legs` are the ways between.
  func solo(_ legs: [Travel], _ stopDuration: Milliseconds) -> Travel {
    var time = stops[0].time
    var metres = 0.0
    for (leg, travel) in legs.enumerated() {
      if leg > 0 { time = max(time, stops[leg].time) + stopDuration }
      time += travel.duration
      metres += travel.metres
    }
    return Travel(duration: time - stops[0].time, metres: metres)
  }
}

/// The offers of a file, found by what files call them.
struct OfferList {
  /// The name of the file, for messages.
  let file: String
  var offers: [ListedOffer]
  let names: Names
  private var byID: [Int64: Int] = [:]
  private var byName: [String: Int] = [:]

  init(_ offers: [ListedOffer], _ names: Names, file: String) {
    self.offers = offers
    self.names = names
    self.file = file
    for (place, offer) in offers.enumerated() {
      byID[offer.driver.id] = place
      if let name = names.name(of: offer.driver.id) { byName[name] = place }
    }
  }

  /// The place of the offer that the row names in `column`; nil and a fault where there is none.
  func place(_ column: CSVColumn, _ rows: inout CSVReader) -> Int? {
    let place = names.isNumbers ? rows.int64IfAny(column).flatMap { byID[$0] } : byName[rows.string(column)]
    if place == nil { rows.recordValue(column, expected: .other("the id of an offer of \(file)")) }
    return place
  }

  /// The place of the stop of `offer` that the row names in `column`; nil and a fault where there is none.
  func stop(_ column: CSVColumn, of offer: Int, _ rows: inout CSVReader) -> Int? {
    let faults = rows.faultCount
    let sequence = rows.int64(column)
    guard rows.faultCount == faults else { return nil }
    let place = offers[offer].place(ofStop: sequence)
    if place == nil {
      let known = offers[offer].stops.map { "\($0.sequence)" }.joined(separator: ", ")
      rows.recordValue(
        column, expected: .other("a stop of offer \(text(of: offer)), one of \(known),"))
    }
    return place
  }

  /// Takes all bookings back: the file of them is read from its beginning again.
  mutating func forgetBookings() {
    for place in offers.indices { offers[place].booked = [] }
  }

  /// The name in the files of the offer at `place`.
  func text(of place: Int) -> String { names.text(of: offers[place].driver.id) }
}
