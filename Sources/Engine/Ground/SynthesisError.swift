public import Spaces
public import Tables

/// All faults that prevent the creation of drivers and requests.
public struct SynthesisError: Error, Hashable, Sendable {
  /// The faults in the order: time profile, drivers, requests, trips, users, offers, bookings, friends.
  public var faults: [Fault]

  /// A single fault.
  public enum Fault: Hashable, Sendable {
    /// A file that cannot be read, or has invalid content.
    case table(TableError)
    /// A file with a header only.
    case noRows(file: String)
    /// A file with all rows outside the scenario's period.
    case noRowsInPeriod(file: String, beforeStart: Int, afterEnd: Int)
    /// A register with rows for several `days`, in a scenario that does not select one.
    case severalDays(file: String, days: [String])
    /// A register without rows for the `date` selected by the scenario.
    case noRowsOfDay(file: String, date: String, days: [String])
    /// The scenario starts on a day other than the `date` of its register.
    case startsOnAnotherDay(date: String, start: String)
    /// The recorded trips are in degrees, but the space is not.
    case notGeographic(file: String)
    /// Two files of one side that cannot be merged, because at least one has names as ids.
    case namesOfTwoFiles(file: String, side: String)
    /// A place for stops that does not belong to the space.
    case noStopPlace(field: String, name: String, cause: EndCause)
    /// No destination reachable from a user's home was found in `draws` draws.
    case noFavourite(user: Int, draws: Int)
    /// No trip allowed by the scenario was found in `draws` draws.
    case noTrip(side: String, index: Int, draws: Int)
    /// A fault of a zone, or of a zone file, with the line if known.
    case zone(file: String, line: Int?, ZoneProblem)
    /// The number of further faults of a file, which are not listed.
    case more(file: String, faults: Int)
    /// A fault of a trip matrix, as a sentence.
    case matrix(file: String, sentence: String)
    /// A matrix without positive numbers, or without any in the hours of the scenario.
    case emptyMatrix(file: String)
    /// Travellers are generated in hours for which the matrix has no trips.
    case noTripsInHours(side: String, file: String, hours: [Int])
    /// No trip allowed by the scenario was found between two zones of a matrix in `draws` draws.
    case noTripBetween(side: String, origin: String, destination: String, draws: Int)
    /// The weights of the profile are zero throughout the duration.
    case emptyProfile(side: String)
    /// More arrivals than a run can hold.
    case tooMany(field: String, expected: Double)
    /// All members of a side are refused, for these causes.
    case allRefused(side: String, causes: [InputNotice.Refusal], hints: [InputNotice])
    /// Drivers without a destination, although cars cannot wait; the reason includes the remedy.
    case withoutDestination(count: Int, reason: String)
    /// Drivers with a flexible departure, which is not supported; the reason includes the remedy.
    case freeDepartures(count: Int, reason: String)
    /// Passengers with a car that they cannot drive; the reason includes the remedy.
    case carOwners(count: Int, reason: String)
    /// Requests with individual stops, which are not supported; the reason includes the remedy.
    case ownStops(count: Int, reason: String)
    /// Requests without two different meeting places, one within `reach` metres of each end; `first` is the name of the
    /// first such request.
    case noMeetingPlace(count: Int, rows: Int, first: String, reach: String)
    /// The travellers need more memory than the machine has; both in bytes.
    case tooMuchMemory(needed: Int, present: Int)
  }

  package init(faults: [Fault]) { self.faults = faults }

  package init(_ fault: Fault) { faults = [fault] }
}

extension SynthesisError: CustomStringConvertible {
  /// One line per fault: place, finding, remedy.
  public var description: String { faults.map(\.sentence).joined(separator: "\n") }
}

extension SynthesisError.Fault {
  /// The fault with its remedy.
  var sentence: String {
    switch self {
    case .table(let error): error.description
    case .noRows(let file): "\(file): there are no rows below the header; at least one is expected"
    case .noRowsInPeriod(let file, let before, let after):
      "\(file): no rows within the scenario's period (\(before) before it, \(after) after it);"
        + " change time.start or time.duration_s"
    case .severalDays(let file, let days):
      "\(file): its rows cover \(days.count) days, from \(days[0]) to \(days[days.count - 1]); choose one with trips.date, or give"
        + " time.start"
    case .noRowsOfDay(let file, let date, let days):
      "\(file): there are no rows of \(date) (trips.date); "
        + (days.count == 1
          ? "its only day is \(days[0])" : "its days are \(days.prefix(10).joined(separator: ", "))")
        + (days.count > 10 ? " and \(days.count - 10) more" : "")
    case .startsOnAnotherDay(let date, let start):
      "trips.date: \(date) is not the day of time.start, \(start); leave one of them out"
    case .notGeographic(let file):
      "\(file): taxi trips are in longitude and latitude, but the space is not;"
        + " give a geographic space or a network with such coordinates"
    case .namesOfTwoFiles(let file, let side):
      "\(file): its ids or those of \(side) are names, but the two lists are merged; give whole numbers in both,"
        + " or set \(side) to {kind: \"none\"}"
    case .noStopPlace(let field, let name, let cause):
      "\(field): cars cannot stop at \(name) because \(cause.ofStop); move it, or list other places"
        + " in board.offers.stops"
    case .noFavourite(let user, let draws):
      "users: no destination for user \(user) was found in \(draws) draws; relax users.od,"
        + " space.snap_m or input.longest_trip_m"
    case .noTrip(let side, let index, let draws):
      "\(side): no trip for number \(index) was found in \(draws) draws;"
        + " relax \(side).od, space.snap_m or input.longest_trip_m"
    case .zone(let file, let line, let problem):
      "\(file)\(line.map { ":\($0)" } ?? ""): \(problem.sentence)"
    case .more(let file, let faults): "\(file): \(faults) more like these"
    case .matrix(let file, let sentence): "\(file): \(sentence)"
    case .emptyMatrix(let file):
      "\(file): there are no trips in the scenario's hours; add some, or change time.start or time.duration_s"
    case .noTripsInHours(let side, let file, let hours):
      "\(side): travellers are drawn in the hours from \(hours.map { "\($0):00" }.joined(separator: ", ")), but \(file) has no trips in"
        + " \(hours.count == 1 ? "that hour" : "those hours"); leave out \(side).profile, so that it follows the matrix, or add"
        + " such trips"
    case .noTripBetween(let side, let origin, let destination, let draws):
      "\(side): no trip from zone \(origin) to zone \(destination) was found in \(draws) draws, although the matrix has some;"
        + (origin == destination
          ? " spread the trip ends of a point zone (`spread_m` of the `od`)," : "")
        + " leave the pair out, or relax space.snap_m or input.longest_trip_m"
    case .emptyProfile(let side):
      "\(side).profile: every weight within \(side == "users" ? "the day" : "time.duration_s") is 0; give one above 0"
    case .allRefused(let side, let causes, let hints):
      "\(side): all \(causes.total) are refused, so there is nothing to simulate: \(causes.words)"
        + hints.map { "\n\($0)" }.joined()
    case .withoutDestination(let count, let reason):
      "drivers: \(count) have no destination and would be waiting cars: \(reason)"
    case .freeDepartures(let count, let reason):
      "drivers: \(count) may leave later (`latest_depart_s`): \(reason)"
    case .carOwners(let count, let reason):
      "requests: \(count) have flexible roles: \(reason)"
    case .ownStops(let count, let reason):
      "requests: \(count) have individual stops (`earliest_dropoff_s`, `boarding_s`, `alighting_s`): \(reason)"
    case .noMeetingPlace(let count, let rows, let first, let reach):
      "requests: \(count) of \(rows) lack distinct meeting places within \(reach) m (matching.walk_m) of their two ends; the first is"
        + " \(first); add places, raise matching.walk_m, or set meeting.door: true to allow pickups at the door as well"
    case .tooMuchMemory(let needed, let present):
      "supply and demand: drivers and requests would require at least \(Self.gibibytes(needed)) of memory, but this machine has"
        + " \(Self.gibibytes(present)); lower supply.count, supply.per_hour, demand.count, demand.per_hour or"
        + " time.duration_s"
    case .tooMany(let field, let expected):
      "\(field): about \(Int(expected)) arrivals are expected within time.duration_s, but a run holds at most 50000000; lower"
        + " \(field) or time.duration_s"
    }
  }
}

extension SynthesisError.Fault {
  private static func gibibytes(_ bytes: Int) -> String {
    "\((10 * bytes) >> 30 / 10).\((10 * bytes) >> 30 % 10) GiB"
  }
}

extension EndCause {
  /// The reason that cars cannot stop at a listed place, as a clause.
  fileprivate var ofStop: String {
    switch self {
    case .offNetwork: "it lies farther from the nearest node than the snap distance"
    case .outsideSpace: "it lies outside the space"
    default: meaning
    }
  }
}
