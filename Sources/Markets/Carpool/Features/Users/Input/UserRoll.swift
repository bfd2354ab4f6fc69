import Ground
import Tables
import Travellers

/// The users that the travellers are, as far as files or the scenario say it: by their numbers, from 0.
struct UserRoll: Sendable {
  /// Users whom the scenario draws: numbers 0 ..< drawn, called 1 … drawn.
  var drawn = 0
  /// The names of the others in the files, in the order in which they are met.
  private(set) var names: [String] = []
  private var numbers: [String: Int] = [:]
  /// By the id of a driver, and of a request.
  private(set) var ofDriver: [Int64: Int] = [:]
  private(set) var ofRequest: [Int64: Int] = [:]

  /// The prices in files of the seats of requests.
  var prices: [Int64: Int64] = [:]

  /// The number of users.
  var count: Int { drawn + names.count }

  /// The user whom files call `name`; a new one where there is none.
  mutating func user(called name: String) -> Int {
    if let user = known(name) { return user }
    names.append(name)
    numbers[name] = count - 1
    return count - 1
  }

  /// The user whom files call `name`; nil where there is none.
  func known(_ name: String) -> Int? {
    if drawn > 0, let number = Int(name), (1...drawn).contains(number) { return number - 1 }
    return numbers[name]
  }

  mutating func set(_ user: Int, ofDriver id: Int64) { ofDriver[id] = user }
  mutating func set(_ user: Int, ofRequest id: Int64) { ofRequest[id] = user }
}

/// The column `user_id`, by which travellers of all files are known for the same person.
struct UserColumn {
  private let column: CSVOptionalColumn

  init(_ rows: inout CSVReader) { column = rows.optionalColumn("user_id") }

  /// The user of the row, by the number in `roll`; nil where the row names none.
  func read(_ roll: inout UserRoll, _ rows: inout CSVReader) -> Int? {
    guard let text = rows.string(column) else { return nil }
    guard let name = Self.name(text) else {
      rows.recordValue(column, expected: .name)
      return nil
    }
    return roll.user(called: name)
  }

  /// The name that `text` gives somebody, so that 7, 007 and 7.0 are the same; nil where it is no name.
  static func name(_ text: String) -> String? {
    let name = String(text.trimmingBlanks)
    if let number = NumberText.wholeNumber(Array(name.utf8).span) { return "\(number)" }
    return name.isEmpty || !name.isName ? nil : name
  }
}

extension Population {
  /// Adds drivers, and who they are.
  mutating func add(_ known: [Known<Driver>]) {
    drivers += known.map(\.traveller)
    for row in known { if let user = row.user { roll.set(user, ofDriver: row.id) } }
  }

  /// Adds requests, and who they are.
  mutating func add(_ known: [Known<Request>]) {
    requests += known.map(\.traveller)
    for row in known {
      if let user = row.user { roll.set(user, ofRequest: row.id) }
      if let price = row.price { roll.prices[row.id] = price }
    }
  }
}
