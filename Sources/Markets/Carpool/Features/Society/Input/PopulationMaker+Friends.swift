import CarpoolScenario
import Community
import Ground
import Quantities
import Scenario
import Tables
import Travellers

extension PopulationMaker {
  /// Assigns users to drivers and requests, if the scenario requires them.
  func nameUsers(of population: inout Population) throws(SynthesisError) {
    guard scenario.knowsUsers else { return }
    var users = Users(population)
    if let file = scenario.friendsFile {
      users.friends = try friends(file, users, &population)
    }
    population.users = users
    population.roll = UserRoll()
  }

  /// Reads the friendships in `file`.
  private func friends(
    _ file: String, _ users: Users, _ population: inout Population
  ) throws(SynthesisError) -> [(UserIndex, UserIndex)] {
    var table = try table(.friends, file)
    let known = UserNames(users)
    let pairs = try table.read {
      FriendColumns(&$0)
    } row: { columns, table -> FriendPair? in
      _ = table.number()
      let a = known.user(columns.a, &table.rows)
      let b = known.user(columns.b, &table.rows)
      guard let a, let b else { return nil }
      if a == b { table.rows.recordValue(columns.b, expected: .other("another user than user_a")) }
      return FriendPair(a: min(a, b), b: max(a, b))
    }
    try table.finish()
    population.take(table.input, table.notices())
    var distinct: [(UserIndex, UserIndex)] = []
    for pair in pairs.ordered(by: { ($0.a, $0.b) < ($1.a, $1.b) })
    where distinct.last ?? (.none, .none) != (pair.a, pair.b) {
      distinct.append((pair.a, pair.b))
    }
    return distinct
  }
}

/// A pair of friends, the lower index first.
private struct FriendPair {
  var a: UserIndex
  var b: UserIndex
}

/// The columns of a file of friends.
private struct FriendColumns {
  let a: CSVColumn
  let b: CSVColumn

  init(_ rows: inout CSVReader) {
    a = rows.column("user_a")
    b = rows.column("user_b")
  }
}

/// The users by their names in files.
private struct UserNames {
  private let count: Int
  private var byName: [String: UserIndex] = [:]
  private let isNumbers: Bool

  init(_ users: Users) {
    count = users.count
    isNumbers = users.names.isNumbers
    guard !isNumbers else { return }
    for user in 0..<UserIndex(count) { byName[users.text(of: user)] = user }
  }

  /// Returns the user named in `column`; nil, with a fault, if there is no such user.
  func user(_ column: CSVColumn, _ rows: inout CSVReader) -> UserIndex? {
    if isNumbers {
      if let id = rows.int64IfAny(column), (1...Int64(max(1, count))).contains(id), count > 0 {
        return UserIndex(Int(id - 1))
      }
      rows.recordValue(
        column, expected: .other("an existing user: users are numbered 1 to \(count), and one of them"))
      return nil
    }
    let user = UserColumn.name(rows.string(column)).flatMap { byName[$0] }
    if user == nil {
      rows.recordValue(
        column, expected: .other("an existing user, by the user_id of a driver or a request,"))
    }
    return user
  }
}

extension Scenario {
  /// Whether any field requires users to be identified, rather than just drivers and requests.
  var knowsUsers: Bool {
    users != nil || verification != nil || money != nil || friends != nil || ratings != nil || channel != nil
  }

  /// The file of friendships; nil if there is none.
  var friendsFile: String? {
    switch friends?.network {
    case .recorded(let file): file
    case .wattsStrogatz, nil: nil
    }
  }
}
