import Ground
import Tables
import Travellers

/// The users behind the travellers, as far as files or the scenario identify them: by number, from 0.
struct UserRoll: Sendable {
  /// The number of users drawn by the scenario: numbers 0 ..< drawn, with the names 1 … drawn.
  var drawn = 0
  /// The names of the other users in files, in order of occurrence.
  private(set) var names: [String] = []
  private var numbers: [String: Int] = [:]
  /// The user by driver id, and by request id.
  private(set) var ofDriver: [Int64: Int] = [:]
  private(set) var ofRequest: [Int64: Int] = [:]

  /// The seat prices in files, by request id.
  var prices: [Int64: Int64] = [:]

  /// The number of users.
  var count: Int { drawn + names.count }

  /// Returns the user called `name` in files; a new one if there is none.
  mutating func user(called name: String) -> Int {
    if let user = known(name) { return user }
    names.append(name)
    numbers[name] = count - 1
    return count - 1
  }

  /// Returns the user called `name` in files; nil if there is none.
  func known(_ name: String) -> Int? {
    if drawn > 0, let number = Int(name), (1...drawn).contains(number) { return number - 1 }
    return numbers[name]
  }

  mutating func set(_ user: Int, ofDriver id: Int64) { ofDriver[id] = user }
  mutating func set(_ user: Int, ofRequest id: Int64) { ofRequest[id] = user }
}

/// The column `user_id`, which identifies the same person in all files.
struct UserColumn {
  private let column: CSVOptionalColumn

  init(_ rows: inout CSVReader) { column = rows.optionalColumn("user_id") }

  /// Returns the user of the row, by the number in `roll`; nil if the row has none.
  func read(_ roll: inout UserRoll, _ rows: inout CSVReader) -> Int? {
    guard let text = rows.string(column) else { return nil }
    guard let name = Self.name(text) else {
      rows.recordValue(column, expected: .name)
      return nil
    }
    return roll.user(called: name)
  }

  /// Returns the normalised name in `text`, so that 7, 007 and 7.0 are the same; nil if it is not a name.
  static func name(_ text: String) -> String? {
    let name = String(text.trimmingBlanks)
    if let number = NumberText.wholeNumber(Array(name.utf8).span) { return "\(number)" }
    return name.isEmpty || !name.isName ? nil : name
  }
}

extension Population {
  /// Adds drivers with their users.
  mutating func add(_ known: [Known<Driver>]) {
    drivers += known.map(\.traveller)
    for row in known { if let user = row.user { roll.set(user, ofDriver: row.id) } }
  }

  /// Adds requests with their users.
  mutating func add(_ known: [Known<Request>]) {
    requests += known.map(\.traveller)
    for row in known {
      if let user = row.user { roll.set(user, ofRequest: row.id) }
      if let price = row.price { roll.prices[row.id] = price }
      if let alternative = row.alternative { alternatives[row.id] = alternative }
    }
  }
}
