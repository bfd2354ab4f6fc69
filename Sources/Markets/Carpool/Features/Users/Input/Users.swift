public import Community
import Ground
public import Quantities
import Tables
import Travellers

/// All users of the service, who may be a driver one day and a passenger the next.
///
/// The order is: users drawn by the scenario, users named in files by `user_id`, then all other travellers, drivers
/// first, each as a separate user.
public struct Users: Sendable {
  public var count: Int
  /// The user of each driver and of each request, by index.
  public var ofDriver: [UserIndex]
  public var ofRequest: [UserIndex]
  /// Whether the scenario or its files identify users, so that several travellers may be the same user.
  public var areKnown = false
  /// The names of the users in files, by id, from 1.
  public var names: Names
  /// The draw keys of the users; a key depends only on its user, not on the number of users.
  public var keys: [UInt64]
  /// The seat prices of the requests, from a file, in the smallest currency unit; empty if there is no such file.
  public var prices: [Int64] = []
  /// The friendships from a file: each pair once, the lower user first, sorted; nil if there is no file.
  public var friends: [(UserIndex, UserIndex)]?

  /// Returns the id of `user`, as used in files and in `names`.
  public static func id(of user: UserIndex) -> Int64 { Int64(user.rawValue) + 1 }

  /// Returns the name of `user` in files.
  public func text(of user: UserIndex) -> String { names.text(of: Self.id(of: user)) }
}

extension Users {
  /// Assigns a user to every driver and request of `population`.
  init(_ population: Population) {
    let roll = population.roll
    var next = roll.count
    var keys = (0..<roll.drawn).map { UInt64($0) }
    for name in roll.names {
      keys.append(
        Int64(name).map { UInt64(bitPattern: $0) } ?? Self.nameSpace | Names.key(of: name) % Self.nameSpace)
    }
    var own: [String] = []
    /// Returns the user of the traveller with `id`; a new one if unknown.
    func user(
      _ known: Int?, _ id: Int64, _ names: Names, space: UInt64, _ name: @autoclosure () -> String
    ) -> UserIndex {
      if let known { return UserIndex(known) }
      let key = names.key(of: id)
      keys.append(space ^ (names.areKeysNumbers ? key : key % Self.nameSpace))
      // Names are needed only beside those of files.
      if !roll.names.isEmpty { own.append(name()) }
      defer { next += 1 }
      return UserIndex(next)
    }
    ofDriver = population.drivers.map {
      user(roll.ofDriver[$0.id], $0.id, population.driverNames, space: Self.driverSpace, "driver \($0.id)")
    }
    ofRequest = population.requests.map {
      user(
        roll.ofRequest[$0.id], $0.id, population.requestNames, space: Self.requestSpace, "request \($0.id)")
    }
    count = next
    areKnown = roll.count > 0
    if !roll.prices.isEmpty { prices = population.requests.map { roll.prices[$0.id] ?? 0 } }
    self.keys = keys
    names =
      roll.names.isEmpty
      ? .numbers
      : Names((1...max(1, roll.drawn)).prefix(roll.drawn).map { "\($0)" } + roll.names + own)
  }

  // Keys of different kinds of users are disjoint, except for the numbers given by files.
  private static let nameSpace: UInt64 = 1 << 61
  private static let driverSpace: UInt64 = 1 << 62
  private static let requestSpace: UInt64 = 1 << 63
}

/// The users behind the travellers, numbered from 0, where files or the scenario identify them.
struct UserRoll: Sendable {
  /// The number of users drawn by the scenario, which are numbered 0 ..< drawn and named 1 … drawn.
  var drawn = 0
  /// The names of the other users in files, in order of first occurrence.
  private(set) var names: [String] = []
  private var numbers: [String: Int] = [:]
  /// The user by driver id, and by request id.
  private(set) var ofDriver: [Int64: Int] = [:]
  private(set) var ofRequest: [Int64: Int] = [:]

  /// The seat prices in files, by request id.
  var prices: [Int64: Int64] = [:]

  /// The number of users.
  var count: Int { drawn + names.count }

  /// Returns the user called `name` in files; a new one if unknown.
  mutating func user(called name: String) -> Int {
    if let user = known(name) { return user }
    names.append(name)
    numbers[name] = count - 1
    return count - 1
  }

  /// Returns the user called `name` in files; nil if unknown.
  func known(_ name: String) -> Int? {
    if drawn > 0, let number = Int(name), (1...drawn).contains(number) { return number - 1 }
    return numbers[name]
  }

  mutating func set(_ user: Int, ofDriver id: Int64) { ofDriver[id] = user }
  mutating func set(_ user: Int, ofRequest id: Int64) { ofRequest[id] = user }
}

/// The column `user_id`, which identifies people across files.
struct UserColumn {
  private let column: CSVOptionalColumn

  init(_ rows: inout CSVReader) { column = rows.optionalColumn("user_id") }

  /// Returns the row's user, as a number in `roll`; nil if the row names none.
  func read(_ roll: inout UserRoll, _ rows: inout CSVReader) -> Int? {
    guard let text = rows.string(column) else { return nil }
    guard let name = Self.name(text) else {
      rows.recordValue(column, expected: .name)
      return nil
    }
    return roll.user(called: name)
  }

  /// Returns the normalised name in `text`, so that 7, 007 and 7.0 are the same; nil if it is not a valid name.
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
