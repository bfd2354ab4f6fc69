public import Quantities

/// Something about what was read that the user should know, although the run goes on.
public enum InputNotice: Hashable, Sendable {
  /// A finding that looks wrong in a network, and the cure.
  case network(file: String, finding: String)
  /// A column that no field is read from, and the name that may be meant.
  case unknownColumn(file: String, name: String, nearest: String?)
  /// Ids of which some are names, like `name`, so that the numbers among them are taken for names too.
  case numbersAmongNames(file: String, name: String, numbers: Int, rows: Int)
  /// Rows of a file that lie before the scenario's start or behind its duration, which `isDefault` or not; `last` is the
  /// time of the latest.
  case leftOut(
    file: String, rows: Int, beforeStart: Int, afterEnd: Int, last: Milliseconds, isDefault: Bool)
  /// Drivers or requests that take no part, by cause, of so many in all.
  case refused(side: String, causes: [Refusal], rows: Int)
  /// So many of the refused would lie inside the space if their coordinates changed places.
  case swapped(side: String, count: Int)
  /// All coordinates of a side look like degrees, and the space counts metres.
  case degrees(side: String)
  /// The number of a side with a wish that nobody on the `other` meets, and of those who insist on it.
  case unmetWishes(side: String, count: Int, insisting: Int, rows: Int, other: String)
  /// `count` of `rows` requests have a party or luggage too large for every car; `seats` and `luggage` are the most that any car offers.
  case partiesWithoutCar(count: Int, rows: Int, seats: Int, luggage: Int)
  /// Drivers whose rows have no destination, of so many.
  case withoutDestination(count: Int, rows: Int)
  /// Ends of a side of which many lie at each of few places.
  case coincidingEnds(side: String, ends: Int, places: Int)
  /// A seat costs `price` a kilometre, and the kilometre costs the driver no more than `cost`, in amounts with a currency.
  case priceAboveCost(price: String, cost: String)
  /// The rows of `supply` or `demand` are drawn with replacement and left where they are.
  case copies(field: String)

  /// The number of those refused for one cause.
  public struct Refusal: Hashable, Sendable {
    /// The name of the cause in the files.
    public var cause: String
    /// One sentence.
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
  /// A sentence that says what was found, and what would be right.
  public var description: String {
    switch self {
    case .network(let file, let finding): "\(file): \(finding)"
    case .unknownColumn(let file, let name, let nearest):
      "\(file): column `\(name)` is not known and is not read"
        + (nearest.map { " (did you mean `\($0)`?)" } ?? "")
    case .numbersAmongNames(let file, let name, let numbers, let rows):
      "\(file): ids are names here, for `\(name)` is no whole number; \(numbers) of \(rows) look like numbers and are"
        + " taken for names"
    case .leftOut(let file, let rows, let before, let after, let last, let isDefault):
      Self.leftOut(file, rows, before, after, last, isDefault)
    case .refused(let side, let causes, let rows):
      "\(side): \(causes.total) of \(rows) are refused and take no part: \(causes.words)"
    case .swapped(let side, let count):
      "\(side): \(count) of the refused would lie inside the space if x and y, or longitude and latitude, changed"
        + " places; look whether the columns are swapped"
    case .degrees(let side):
      "\(side): all coordinates look like degrees, and the space counts metres; project them, or give a space in"
        + " degrees (kind: \"geographic\" or a network with longitudes and latitudes)"
    case .unmetWishes(let side, let count, let insisting, let rows, let other):
      "\(side): \(count) of \(rows) have a wish that none of the \(other) meets"
        + (insisting > 0 ? ", and \(insisting) of them insist on it and ride with nobody" : "")
        + "; give the \(other) traits (`persons`), or leave out such wishes"
    case .partiesWithoutCar(let count, let rows, let seats, let luggage):
      "requests: \(count) of \(rows) are parties that fit into no driver's car and end without a driver; cars have at most"
        + " \(seats) free seats and room for \(luggage) pieces of luggage: give some cars more, or split the parties"
    case .withoutDestination(let count, let rows):
      "drivers: \(count) of \(rows) have no destination, and are cars that wait where they are until they are asked"
    case .coincidingEnds(let side, let ends, let places):
      "\(side): the \(ends) ends that were compared lie at \(places) places, like the centres of zones, so that a radius"
        + " below the distance between these decides nothing; give the ends themselves, or spread them (`spread_m` of an `od`"
        + " of kind `matrix`)"
    case .priceAboveCost(let price, let cost):
      "money.price.per_km: a seat costs \(price) a kilometre, and the kilometre costs the driver \(cost), so that one"
        + " passenger pays more than the trip costs; give money.cap: {cost_per_km: …} to share the costs alone, with"
        + " may_profit: true to see how many drivers earn more"
    case .copies(let field):
      "\(field).resample: copies of a traveller that a bootstrap draws stand in each other's way, so that match rates come"
        + " out too low; resample: \"smooth\" moves them apart"
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
        "\(after) behind the end of time.duration_s\(isDefault ? ", which is 14400 by default" : "")")
    }
    // The next whole hour takes them all.
    let hours = last.rawValue / 3_600_000 + 1
    let cure = after > 0 ? "; time.duration_s: \(hours * 3600), or null, takes them all" : ""
    return "\(file): \(before + after) of \(rows) rows are left out: \(parts.joined(separator: ", "))\(cure)"
  }
}

extension [InputNotice.Refusal] {
  /// The number of those refused for any cause.
  package var total: Int { reduce(0) { $0 + $1.count } }

  /// Each cause with its count and its meaning.
  package var words: String {
    map { "\($0.count) \($0.cause) (\($0.meaning))" }.joined(separator: ", ")
  }
}
