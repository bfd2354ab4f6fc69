public import Quantities

/// A notice about the input for the user, which does not stop the run.
public enum InputNotice: Hashable, Sendable {
  /// An implausible property of a network, with the remedy.
  case network(file: String, finding: String)
  /// An unused column, with the column name possibly meant.
  case unknownColumn(file: String, name: String, nearest: String?)
  /// An unused column with the capacities of meeting places.
  case unusedCapacity(file: String, column: String)
  /// No time in the file has a UTC offset, so the scenario's time zone has no effect.
  case unusedZone(file: String, zone: String)
  /// Some ids are names, such as `name`, so the integers among the ids are treated as names too.
  case numbersAmongNames(file: String, name: String, numbers: Int, rows: Int)
  /// Rows before the scenario's start or after its end; `last` is the time of the latest row, `isDefault` whether the
  /// scenario's duration is the default.
  case leftOut(
    file: String, rows: Int, beforeStart: Int, afterEnd: Int, last: Milliseconds, isDefault: Bool)
  /// The drivers or requests, out of `rows`, that take no part in the run, by cause.
  case refused(side: String, causes: [Refusal], rows: Int)
  /// The number of refused trip ends that would lie inside the space if their coordinates were swapped.
  case swapped(side: String, count: Int)
  /// All coordinates of a side look like degrees, but the space is in metres.
  case degrees(side: String)
  /// The number of members of a side with a preference that nobody on the `other` side satisfies, and how many of them
  /// insist on it.
  case unmetWishes(side: String, count: Int, insisting: Int, rows: Int, other: String)
  /// `count` of `rows` requests have a party or luggage too large for any car; `seats` and `luggage` are the maxima
  /// over all cars.
  case partiesWithoutCar(count: Int, rows: Int, seats: Int, luggage: Int)
  /// The number of recorded trips used as requests whose `column` states 0 passengers, which are taken as 1.
  case noPassengers(file: String, column: String, count: Int)
  /// The number of drivers, out of `rows`, without a destination.
  case withoutDestination(count: Int, rows: Int)
  /// Trip ends of a side that are concentrated at a few places.
  case coincidingEnds(side: String, ends: Int, places: Int)
  /// The price of a seat per kilometre exceeds the driver's cost per kilometre; both are amounts with a currency.
  case priceAboveCost(price: String, cost: String)
  /// The rows of `supply` or `demand` are resampled with replacement, without spreading out the copies.
  case copies(field: String)

  /// The number of refusals for one cause.
  public struct Refusal: Hashable, Sendable {
    /// The name of the cause in the files.
    public var cause: String
    /// The meaning of the cause, one sentence.
    public var meaning: String
    public var count: Int

    package init(cause: String, meaning: String, count: Int) {
      self.cause = cause
      self.meaning = meaning
      self.count = count
    }
  }
}

extension InputNotice: CustomStringConvertible {
  /// The message: the finding and the remedy.
  public var description: String {
    switch self {
    case .network(let file, let finding): "\(file): \(finding)"
    case .unknownColumn(let file, let name, let nearest):
      "\(file): unknown column `\(name)` is ignored"
        + (nearest.map { " (did you mean `\($0)`?)" } ?? "")
    case .unusedCapacity(let file, let column):
      "\(file): `\(column)` has no effect: any number of cars and passengers may meet at a place at once"
    case .unusedZone(let file, let zone):
      "\(file): time.zone \(zone) has no effect: the times have no UTC offset and are taken as local times"
    case .numbersAmongNames(let file, let name, let numbers, let rows):
      "\(file): ids are taken as names, because `\(name)` is not a whole number; \(numbers) of \(rows) look like numbers and are"
        + " taken as names too"
    case .leftOut(let file, let rows, let before, let after, let last, let isDefault):
      Self.leftOut(file, rows, before, after, last, isDefault)
    case .refused(let side, let causes, let rows):
      "\(side): \(causes.total) of \(rows) are refused and excluded: \(causes.words)"
    case .swapped(let side, let count):
      "\(side): \(count) of the refused rows would lie inside the space if x and y, or longitude and latitude, were swapped; check "
        + "whether the columns are interchanged"
    case .degrees(let side):
      "\(side): all coordinates look like degrees, but the space is in metres; project them, or give a space in"
        + " degrees (kind: \"geographic\" or a network with longitudes and latitudes)"
    case .unmetWishes(let side, let count, let insisting, let rows, let other):
      "\(side): \(count) of \(rows) have a wish that none of the \(other) meets"
        + (insisting > 0 ? ", and \(insisting) of them require it and cannot ride with anybody" : "")
        + "; give the \(other) traits (`persons`), or leave out such wishes"
    case .partiesWithoutCar(let count, let rows, let seats, let luggage):
      "requests: \(count) of \(rows) are parties that fit into no driver's car and stay unmatched; cars have at most"
        + " \(seats) free seats and room for \(luggage) pieces of luggage; increase the capacity of some cars, or split the parties"
    case .noPassengers(let file, let column, let count):
      "\(file): \(count == 1 ? "1 row used as a request has" : "\(count) rows used as requests have") \(column) 0: taken as 1"
    case .withoutDestination(let count, let rows):
      "drivers: \(count) of \(rows) have no destination, and are cars that wait at their place for requests"
    case .coincidingEnds(let side, let ends, let places):
      "\(side): the \(ends) trip ends compared lie at \(places) places, like zone centres, so that radii"
        + " below the distance between these have no effect; give exact trip ends, or spread them (`spread_m` of an `od`"
        + " of kind `matrix`)"
    case .priceAboveCost(let price, let cost):
      "money.price.per_km: a seat costs \(price) per kilometre, and the driver's cost is \(cost) per kilometre, so that one"
        + " passenger pays more than the trip costs; give money.cap: {cost_per_km: …} to limit prices to shared costs, with"
        + " may_profit: true to see how many drivers earn more"
    case .copies(let field):
      "\(field).resample: the copies of a traveller drawn by a bootstrap compete with each other, so that match rates are"
        + " biased downwards; resample: \"smooth\" separates them"
    }
  }

  private static func leftOut(
    _ file: String, _ rows: Int, _ before: Int, _ after: Int, _ last: Milliseconds,
    _ isDefault: Bool
  ) -> String {
    var parts: [String] = []
    if before > 0 { parts.append("\(before) before the start (time.start)") }
    if after > 0 {
      parts.append(
        "\(after) after the end of time.duration_s\(isDefault ? ", which is 14400 by default" : "")")
    }
    // The next whole hour includes all rows.
    let hours = last.rawValue / 3_600_000 + 1
    let cure = after > 0 ? "; time.duration_s: \(hours * 3600), or null, includes all" : ""
    return "\(file): \(before + after) of \(rows) rows are skipped: \(parts.joined(separator: ", "))\(cure)"
  }
}

extension [InputNotice.Refusal] {
  /// The number of refusals for any cause.
  package var total: Int { reduce(0) { $0 + $1.count } }

  /// The causes with their counts and meanings.
  package var words: String {
    map { "\($0.count) \($0.cause) (\($0.meaning))" }.joined(separator: ", ")
  }
}
