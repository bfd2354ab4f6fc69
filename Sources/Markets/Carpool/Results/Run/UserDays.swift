import Quantities
import Simulation
import Travellers

/// A day of the same people, from midnight to midnight.
public struct UserDay: Sendable {
  /// The number of the day, from 1.
  public var day: Int
  /// Users who submitted a request or set out as driver.
  public var active = 0
  /// Users who left the service on the day; on the last day, or after it.
  public var left = 0
  /// Requests submitted, and those of them that were dropped off, be it later.
  public var requests = 0
  public var served = 0
  /// Users who ever came and have not left by the end of the day ÷ users who ever came; nil where nobody came.
  public var retention: Double?
}

extension CarpoolRun {
  /// The days of a scenario that draws people over days; empty for others.
  ///
  /// - Complexity: one pass over requests, drivers and users.
  public var userDays: [UserDay] {
    guard let count = days, let society = records.society else { return [] }
    var days = (1...max(1, count)).map { UserDay(day: $0) }
    func day(of time: Milliseconds) -> Int {
      min(max(0, Int(time.rawValue / Self.dayLength.rawValue)), days.count - 1)
    }
    var lastActive = [Int](repeating: -1, count: society.setup.users)
    // By day, so that a user of several trips on a day is counted once.
    var comings: [(day: Int, user: Int)] = []
    for (row, user) in society.setup.ofRequest.enumerated() {
      let role = role(ofRequest: row)
      guard role == .settled || role == .inProgress else { continue }
      let day = day(of: requests[row].submit)
      comings.append((day, Int(user)))
      days[day].requests += 1
      if records.requests[row].outcome == .served { days[day].served += 1 }
    }
    for stop in records.stops where stop.kind == .depart {
      comings.append((day(of: stop.arrive), Int(society.setup.ofDriver[Int(stop.driver)])))
    }
    comings.sort { $0.day < $1.day }
    for coming in comings where lastActive[coming.user] < coming.day {
      lastActive[coming.user] = coming.day
      days[coming.day].active += 1
    }
    for case .some(let left) in society.left { days[day(of: left)].left += 1 }
    let registered = society.verified.count { $0 != nil }
    var stay = registered
    for index in days.indices where registered > 0 {
      stay -= days[index].left
      days[index].retention = Double(stay) / Double(registered)
    }
    return days
  }

  private static let dayLength = Milliseconds(86_400_000)
}
