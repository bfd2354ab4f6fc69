public import Community
public import Quantities
import Travellers

/// All users of the service, who may be a driver one day and a passenger the next.
///
/// The order is: users drawn by the scenario, users named in files by `user_id`, then all other travellers, each a
/// separate user, drivers first.
public struct Users: Sendable {
  public var count: Int
  /// The user of each driver, in the order of the drivers; so for the requests.
  public var ofDriver: [UserIndex]
  public var ofRequest: [UserIndex]
  /// Whether the scenario or its files identify users, so that several travellers may be one user.
  public var areKnown = false
  /// The names of the users in files, by id, from 1.
  public var names: Names
  /// The draw keys of the users, each of which depends on the user only and not on their number.
  public var keys: [UInt64]
  /// The seat prices of the requests from a file, in the smallest currency unit; empty if there is none.
  public var prices: [Int64] = []
  /// The friendships from a file: each pair once, the lower user first, sorted; nil if there is no file.
  public var friends: [(UserIndex, UserIndex)]?

  /// Returns the id of `user` in files, or in `names`.
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
    /// Returns the user of the traveller `id`; a new one if unknown.
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
