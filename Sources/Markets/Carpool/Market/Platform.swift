import Board
import Community
import Lifecycle
import Matching
import Quantities
import Spaces
import Travellers

/// What the service knows besides the road: planned trips, and its users.
///
/// It exists if the scenario has either. Then it determines when drivers can be found and when answers arrive,
/// instead of the drivers' announcements.
final class Platform {
  /// The board; nil if nobody plans ahead.
  let planning: Planning?
  /// The users behind drivers and requests; nil if they do not matter.
  let society: Society?
  /// The first and last time at which each driver could be found, `.never` meaning until the arrival; nil for a
  /// driver who never could.
  private(set) var findable: [ClosedRange<Milliseconds>?]
  /// How open offers end, by request.
  var answers: [RequestIndex: OfferEnd] = [:]

  /// Creates the platform of `setup`; nil if it has neither a board nor users.
  init?(_ setup: SimulationSetup) {
    guard setup.board != nil || setup.society != nil else { return nil }
    planning = setup.board.map {
      Planning($0, drivers: setup.drivers, requests: setup.requests.count, geometry: setup.spaces.geometry)
    }
    society = setup.society.map {
      Society($0, requests: setup.requests, names: setup.requestNames, random: setup.rules.random)
    }
    findable = Array(repeating: nil, count: setup.drivers.count)
    if setup.society?.verification?.applications != nil {
      society?.decideApplications(
        driversAt: setup.drivers.places.map { driver in
          setup.drivers[driver].arrival(published: planning?.trip(of: driver)?.publish)
        })
    }
    society?.explained = setup.observation.explained?.requests ?? []
    society?.recordsMessages = setup.observation.recordsMessages
    society?.recordsReviews = setup.observation.recordsReviews
  }

  /// Records that `driver` can be found from `time` on.
  func show(_ driver: DriverIndex, from time: Milliseconds) {
    findable[Int(driver)] = time...Milliseconds.never
  }

  /// Records that `driver` can no longer be found.
  func hide(_ driver: DriverIndex, at time: Milliseconds) {
    if let since = findable[Int(driver)]?.lowerBound { findable[Int(driver)] = since...time }
  }
}

extension CarpoolMarket {
  var planning: Planning? { platform?.planning }
  var society: Society? { platform?.society }
}
