import Quantities
import Spaces
import Tables
import Travellers

/// A published trip listed in files.
struct ListedOffer {
  var driver: Driver
  var user: Int?
  /// The publication time in the file, possibly before the scenario's start.
  var publish: Milliseconds
  var takesInstant: Bool
  var booksAtOnce: Bool
  /// The line in the file of offers.
  var line: Int
  var stops: [Stop] = []
  /// The routes between consecutive stops.
  var legs: [Travel] = []
  /// The prices of pairs of stops in the file of prices, by index in `PublishedTrip.prices`.
  var pairPrices: [Int: Int64] = [:]
  /// The bookings on each leg.
  var booked: [Booked] = []
  /// Whether a stop row was faulty; later stop rows cannot be checked against it.
  var hasFaults = false
  /// Whether the departure lies within the simulated period.
  var isInPeriod = true

  /// A stop listed in the file.
  struct Stop {
    /// The stop's number in files.
    var sequence: Int64
    var place: Place
    var time: Milliseconds
    /// The price of a seat from the first stop to this one; nil if the file of stops does not list it.
    var price: Int64?
  }

  /// The booked seats and luggage places.
  struct Booked {
    var seats = 0
    var luggage = 0
  }

  /// Returns the departure time from the last stop, provided that the car arrives there on time.
  func leavesLast(_ stopDuration: Milliseconds) -> Milliseconds {
    guard let last = stops.last else { return .zero }
    return stops.count == 1 ? last.time : last.time + stopDuration
  }

  /// Returns the index of the stop with the number `sequence` in files.
  func place(ofStop sequence: Int64) -> Int? { stops.firstIndex { $0.sequence == sequence } }

  /// Returns the index of the pair of stops `from` and `to` among all pairs.
  func pair(_ from: Int, _ to: Int) -> Int {
    PublishedTrip.place(ofPriceFrom: from, to: to, stops: stops.count)
  }

  /// The trip as displayed on the board; the default price of a pair is the difference between its stops' prices.
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
  /// Returns the travel through the stops without passengers, where `legs` are the routes between them. The car leaves
  /// each stop at its scheduled time, or `stopDuration` after its arrival, whichever is later.
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

/// The offers listed in a file, accessible by their ids.
struct OfferList {
  /// The file's name, for messages.
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

  /// Returns the index of the offer named in `column`; nil, with a fault, if there is no such offer.
  func place(_ column: CSVColumn, _ rows: inout CSVReader) -> Int? {
    let place = names.isNumbers ? rows.int64IfAny(column).flatMap { byID[$0] } : byName[rows.string(column)]
    if place == nil { rows.recordValue(column, expected: .other("the id of an offer in \(file)")) }
    return place
  }

  /// Returns the index of the stop of `offer` named in `column`; nil, with a fault, if there is no such stop.
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

  /// Removes all bookings before their file is reread.
  mutating func forgetBookings() {
    for place in offers.indices { offers[place].booked = [] }
  }

  /// Returns the name of the offer at `place`, as given in files.
  func text(of place: Int) -> String { names.text(of: offers[place].driver.id) }
}
