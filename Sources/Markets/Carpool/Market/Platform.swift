import Board
import Community
import Lifecycle
import Matching
import Quantities
import Spaces
import Travellers

/// The service's knowledge beyond the road: who plans ahead, and who its users are.
///
/// It is there where the scenario has either, and then it, and not the driver's announcement, says who is found when, and when
/// answers come.
final class Platform {
  /// The board; nil where nobody plans ahead.
  let planning: Planning?
  /// The people behind drivers and requests; nil where nobody needs to know them.
  let society: Society?
  /// The times between which the rule could find each driver, `.never` for until the arrival; nil for one whom it never could.
  private(set) var findable: [ClosedRange<Milliseconds>?]
  /// The ends of open offers, by request.
  var answers: [RequestIndex: OfferEnd] = [:]

  /// The platform of `setup`; nil where it has neither a board nor users.
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

  /// Takes note that the rule may find `driver` from `time` on.
  func show(_ driver: DriverIndex, from time: Milliseconds) {
    findable[Int(driver)] = time...Milliseconds.never
  }

  /// Takes note that the rule finds `driver` no more.
  func hide(_ driver: DriverIndex, at time: Milliseconds) {
    if let since = findable[Int(driver)]?.lowerBound { findable[Int(driver)] = since...time }
  }
}

extension CarpoolMarket {
  var planning: Planning? { platform?.planning }
  var society: Society? { platform?.society }
}
