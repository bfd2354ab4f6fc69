public import Community
public import Quantities
import Travellers

/// Everybody who uses the service: driver one day, passenger the next.
///
/// Users come in this order: those whom the scenario draws, those whom files name by `user_id`, then everybody else, each
/// a user of their own, drivers first.
public struct Users: Sendable {
  public var count: Int
  /// The users that the drivers are, in the order of the drivers; so for the requests.
  public var ofDriver: [UserIndex]
  public var ofRequest: [UserIndex]
  /// True if the scenario or its files say who somebody is, so that several travellers may be one user.
  public var areKnown = false
  /// The names of the users in the files, by their ids, which count from 1.
  public var names: Names
  /// The keys of what is drawn for users, each of which depends on the user alone and not on how many there are.
  public var keys: [UInt64]
  /// The prices of the requests' seats in a file, in the smallest unit of money; empty where no file gives them.
  public var prices: [Int64] = []
  /// The friends by a file: each pair once, the lower user first, in order; nil where no file lists them.
  public var friends: [(UserIndex, UserIndex)]?

  /// The number by which files know `user`, or of which `names` has the name.
  public static func id(of user: UserIndex) -> Int64 { Int64(user.rawValue) + 1 }

  /// The name of `user` in the files.
  public func text(of user: UserIndex) -> String { names.text(of: Self.id(of: user)) }
}

extension Users {
  /// Gives every driver and request of `population` a user.
  init(_ population: Population) {
    let roll = population.roll
    var next = roll.count
    var keys = (0..<roll.drawn).map { UInt64($0) }
    for name in roll.names {
      keys.append(
        Int64(name).map { UInt64(bitPattern: $0) } ?? Self.nameSpace | Names.key(of: name) % Self.nameSpace)
    }
    var own: [String] = []
    /// The user of the traveller `id`; a new one where nothing says who it is.
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

  // Keys of users of one kind never meet those of another, but for the numbers that files give.
  private static let nameSpace: UInt64 = 1 << 61
  private static let driverSpace: UInt64 = 1 << 62
  private static let requestSpace: UInt64 = 1 << 63
}
