import Board
import Lifecycle
import Matching
import Models
import Quantities
import Simulation
import Travellers

/// The reference times for a passenger's waits (later than submission for passengers who plan ahead), and the walking
/// time.
struct PlannedRide: Sendable {
  /// The start of the wait: the submission, or the desired departure if that is later.
  var waitsFrom: Milliseconds
  /// The start of the search for the final match: the board search, or `waitsFrom` if the match was made on the road.
  var seeksFrom: Milliseconds
  /// The time walked to and from the car; zero if the passenger did not walk.
  var walk = Milliseconds.zero

  /// Creates the ride of `request`, which is not planned ahead.
  init(_ request: Request) {
    waitsFrom = request.waitsFrom
    seeksFrom = request.submit
  }

  /// Returns the time from submission or search to `match`.
  func timeToMatch(_ match: MatchRecord) -> Milliseconds { match.time - seeksFrom }

  /// Returns the wait until `pickup`; zero if the car arrived before the desired departure.
  func wait(until pickup: Milliseconds) -> Milliseconds { max(.zero, pickup - waitsFrom) }

  /// Returns the part of the wait that follows `match`.
  func wait(after match: MatchRecord, until pickup: Milliseconds) -> Milliseconds {
    max(.zero, pickup - max(match.time, waitsFrom))
  }
}

extension CarpoolRun {
  /// The rides by request index; empty if nobody plans ahead or walks.
  var plannedRides: [PlannedRide] {
    guard has(.onFoot) else { return [] }
    var rides = requests.map(PlannedRide.init)
    for (row, record) in records.requests.enumerated() {
      if let meeting = records.meeting(of: record.match) { rides[row].walk = meeting.walk }
    }
    guard let board else { return rides }
    for (row, seek) in seeks.enumerated() {
      guard let seek else { continue }
      rides[row].waitsFrom = max(requests[row].submit, seek.leaving)
      rides[row].seeksFrom = rides[row].waitsFrom
    }
    // The last accepted attempt is the final match, if there is one.
    for attempt in records.attempts where attempt.outcome == .accepted {
      let row = Int(attempt.request)
      guard seeks[row] != nil else { continue }
      rides[row].seeksFrom = attempt.isPlanned ? requests[row].submit : rides[row].waitsFrom
    }
    for booking in records.bookings where booking.fate == .ridden {
      guard let seat = booking.candidate else { continue }
      rides[Int(booking.request)].walk = board.walkingTime(of: seat)
    }
    return rides
  }
}

extension BoardRules {
  /// Returns the time the passenger of `seat` walks to and from the stops.
  func walkingTime(of seat: BoardCandidate) -> Milliseconds {
    walkingTime(seat.walkToStop) + walkingTime(seat.walkFromStop)
  }
}

extension RunRecords {
  /// Returns the drivers in `match`: one, or two if the passenger transfers.
  func drivers(of match: MatchRecord) -> [DriverIndex] {
    guard match.transfer >= 0, let onward = transfers?[Int(match.transfer)].onward, onward != .none else {
      return [match.driver]
    }
    return [match.driver, onward]
  }

  /// Returns the meeting points of the driver and the passenger of `match`; nil if there is no match or nobody walks.
  func meeting(of match: MatchRecord?) -> Meeting? {
    guard let match, match.meeting >= 0 else { return nil }
    return meetings?[Int(match.meeting)]
  }
}
