public import Spaces
public import Tables

/// Everything that keeps drivers and requests from being made, at once.
public struct SynthesisError: Error, Hashable, Sendable {
  /// The faults in the order time profile, drivers, requests, trips, users, offers, bookings, friends.
  public var faults: [Fault]

  /// One of the things that are wrong.
  public enum Fault: Hashable, Sendable {
    /// A file that cannot be read, or does not hold what it should.
    case table(TableError)
    /// A file with a header and nothing below it.
    case noRows(file: String)
    /// A file whose rows all lie outside the scenario's period.
    case noRowsInPeriod(file: String, beforeStart: Int, afterEnd: Int)
    /// A register with rows of several `days`, of which the scenario chooses none.
    case severalDays(file: String, days: [String])
    /// A register without a row of the `date` that the scenario chooses.
    case noRowsOfDay(file: String, date: String, days: [String])
    /// The scenario starts on another day than that of its register.
    case startsOnAnotherDay(date: String, start: String)
    /// Recorded trips are in degrees, and the space is not.
    case notGeographic(file: String)
    /// A file whose ids, or those of its side, are names, so that two lists of them cannot be one.
    case namesOfTwoFiles(file: String, side: String)
    /// A place where cars are to stop is none of the space.
    case noStopPlace(field: String, name: String, cause: EndCause)
    /// No place was found that a user can go to from home, in so many draws.
    case noFavourite(user: Int, draws: Int)
    /// No trip that the scenario allows was found in so many draws.
    case noTrip(side: String, index: Int, draws: Int)
    /// Something is wrong with a zone, or with the file in which zones stand, on a line where that is known.
    case zone(file: String, line: Int?, ZoneProblem)
    /// So many faults of a file beyond those that are told.
    case more(file: String, faults: Int)
    /// Something is wrong with a matrix of trips, as a sentence.
    case matrix(file: String, sentence: String)
    /// A matrix in which no number is above 0, or none in the hours of the scenario.
    case emptyMatrix(file: String)
    /// Travellers arise in hours of the day for which the matrix has no trips.
    case noTripsInHours(side: String, file: String, hours: [Int])
    /// No trip between two zones of a matrix that the scenario allows was found in so many draws.
    case noTripBetween(side: String, origin: String, destination: String, draws: Int)
    /// The profile's weights are zero throughout the duration.
    case emptyProfile(side: String)
    /// More arrivals are asked for than a run can hold.
    case tooMany(field: String, expected: Double)
    /// Nobody of a side can take part, for these causes.
    case allRefused(side: String, causes: [InputNotice.Refusal], hints: [InputNotice])
    /// So many drivers have no destination, and cars cannot wait, for a reason that says its remedy.
    case withoutDestination(count: Int, reason: String)
    /// So many drivers may leave later than they would like to, which cannot be, for a reason that says its remedy.
    case freeDepartures(count: Int, reason: String)
    /// So many who ask have a car of their own, and cannot drive it, for a reason that says its remedy.
    case carOwners(count: Int, reason: String)
    /// So many requests have stops of their own, and all stops are alike here, for a reason that says its remedy.
    case ownStops(count: Int, reason: String)
    /// The travellers that are asked for need more memory than the machine has, bytes.
    case tooMuchMemory(needed: Int, present: Int)
  }

  package init(faults: [Fault]) { self.faults = faults }

  package init(_ fault: Fault) { faults = [fault] }
}

extension SynthesisError: CustomStringConvertible {
  /// A line for every fault: the place, what was found, what would be right.
  public var description: String { faults.map(\.sentence).joined(separator: "\n") }
}

extension SynthesisError.Fault {
  /// The fault, and what would be right.
  var sentence: String {
    switch self {
    case .table(let error): error.description
    case .noRows(let file): "\(file): there is no row below the header; at least one is expected"
    case .noRowsInPeriod(let file, let before, let after):
      "\(file): no row lies in the scenario's period (\(before) before it, \(after) after it);"
        + " change time.start or time.duration_s"
    case .severalDays(let file, let days):
      "\(file): it has rows of \(days.count) days, from \(days[0]) to \(days[days.count - 1]); choose one by trips.date, or give"
        + " time.start"
    case .noRowsOfDay(let file, let date, let days):
      "\(file): it has no row of \(date) (trips.date); "
        + (days.count == 1
          ? "its day is \(days[0])" : "its days are \(days.prefix(10).joined(separator: ", "))")
        + (days.count > 10 ? " and \(days.count - 10) more" : "")
    case .startsOnAnotherDay(let date, let start):
      "trips.date: \(date) is not the day of time.start, \(start); leave one of them out"
    case .notGeographic(let file):
      "\(file): taxi trips are in longitude and latitude, and the space is not;"
        + " give a geographic space or a network with such coordinates"
    case .namesOfTwoFiles(let file, let side):
      "\(file): its ids or those of \(side) are names, and both lists become one; give whole numbers in both,"
        + " or set \(side) to {kind: \"none\"}"
    case .noStopPlace(let field, let name, let cause):
      "\(field): cars cannot stop at \(name), for \(cause.meaning); move it, or list other places"
        + " in board.offers.stops"
    case .noFavourite(let user, let draws):
      "users: no place was found that user \(user) can go to from home in \(draws) draws; loosen users.od,"
        + " space.snap_m or input.longest_trip_m"
    case .noTrip(let side, let index, let draws):
      "\(side): no trip was found for number \(index) in \(draws) draws;"
        + " loosen \(side).od, space.snap_m or input.longest_trip_m"
    case .zone(let file, let line, let problem):
      "\(file)\(line.map { ":\($0)" } ?? ""): \(problem.sentence)"
    case .more(let file, let faults): "\(file): \(faults) more like these"
    case .matrix(let file, let sentence): "\(file): \(sentence)"
    case .emptyMatrix(let file):
      "\(file): no number of trips above 0 lies in the scenario's hours; give one, or change time.start or time.duration_s"
    case .noTripsInHours(let side, let file, let hours):
      "\(side): travellers arise from \(hours.map { "\($0):00" }.joined(separator: ", ")) on, and \(file) has no trips in"
        + " \(hours.count == 1 ? "that hour" : "those hours"); leave \(side).profile out, which then follows the matrix, or give"
        + " such trips"
    case .noTripBetween(let side, let origin, let destination, let draws):
      "\(side): no trip from zone \(origin) to zone \(destination) was found in \(draws) draws, although the matrix has some;"
        + " leave the pair out, or loosen space.snap_m or input.longest_trip_m"
    case .emptyProfile(let side):
      "\(side).profile: every weight within \(side == "users" ? "the day" : "time.duration_s") is 0; give one above 0"
    case .allRefused(let side, let causes, let hints):
      "\(side): all \(causes.total) are refused, so there is nothing to run: \(causes.words)"
        + hints.map { "\n\($0)" }.joined()
    case .withoutDestination(let count, let reason):
      "drivers: \(count) have no destination, and would be cars that wait: \(reason)"
    case .freeDepartures(let count, let reason):
      "drivers: \(count) may leave later (`latest_depart_s`): \(reason)"
    case .carOwners(let count, let reason):
      "requests: \(count) are of people who may drive instead: \(reason)"
    case .ownStops(let count, let reason):
      "requests: \(count) have stops of their own (`earliest_dropoff_s`, `boarding_s`, `alighting_s`): \(reason)"
    case .tooMuchMemory(let needed, let present):
      "supply and demand: drivers and requests would take \(Self.gibibytes(needed)) or more, and this machine has"
        + " \(Self.gibibytes(present)); lower supply.count, supply.per_hour, demand.count, demand.per_hour or"
        + " time.duration_s"
    case .tooMany(let field, let expected):
      "\(field): about \(Int(expected)) would arise in time.duration_s; at most 50000000 may"
    }
  }
}

extension SynthesisError.Fault {
  private static func gibibytes(_ bytes: Int) -> String {
    "\((10 * bytes) >> 30 / 10).\((10 * bytes) >> 30 % 10) GiB"
  }
}
