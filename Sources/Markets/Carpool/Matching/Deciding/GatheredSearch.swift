import Quantities
import Spaces
import Travellers

/// The search for the candidates of one attempt of a window in two parts: first who is to be looked at, by the thread that knows who is
/// near, then the looks, by any one.
final class GatheredSearch: @unchecked Sendable {
  /// A driver who is to be looked at: on the route, with room and with agreeing wishes.
  struct Look {
    let driver: DriverIndex
    let sight: Whereabouts.Sight
    /// The duration of the passenger's trip, in the driver's space.
    let direct: Milliseconds
  }

  /// What is to be said of the next driver on the route.
  private enum Step {
    /// An earlier window knows, and it still holds.
    case repeated(KnownPairs.Finding)
    /// An early stage is not passed.
    case failed(DriverIndex, Stage)
    /// The next look will tell.
    case look
  }

  private(set) var attempt: Attempt
  private var search: CandidateSearch
  private var steps: [Step] = []
  private(set) var looks: [Look] = []

  /// Finds out who is to be looked at for `attempt`, of drivers whose `whereabouts` all attempts of the window share.
  init(_ attempt: Attempt, _ whereabouts: inout Whereabouts, in fleet: Fleet) {
    var attempt = attempt
    var search = attempt.beginSearch(keeps: true, in: fleet)
    var (steps, looks): ([Step], [Look]) = ([], [])
    attempt.forEachOnRoute(&search, evaluates: false, in: fleet) { attempt, _, driver, finding in
      if let finding, attempt.time <= finding.until {
        steps.append(.repeated(finding))
      } else if let stage = attempt.obstacle(to: driver, in: fleet) {
        steps.append(.failed(driver, stage))
      } else {
        steps.append(.look)
        looks.append(
          Look(
            driver: driver, sight: whereabouts.sight(of: driver, in: fleet),
            direct: fleet.direct(of: attempt.request, in: fleet.space(of: driver))))
      }
    }
    (self.attempt, self.search, self.steps, self.looks) = (attempt, search, steps, looks)
  }

  /// Looks at the drivers.
  func finish(by member: SearchMember) {
    let fleet = attempt.fleet
    var place = 0
    for step in steps {
      switch step {
      case .repeated(let finding): _ = attempt.repeats(finding, &search)
      case .failed(let driver, let stage):
        attempt.take(KnownPairs.Finding(driver: driver, failed: stage), nil, &search, in: fleet)
      case .look:
        let look = looks[place]
        place += 1
        if place + 1 < looks.count { member.expect(looks[place + 1], in: fleet) }
        let result = member.evaluate(look, attempt.inquiry, in: fleet)
        attempt.take(result, of: look.driver, look.sight, &search, in: fleet)
      }
    }
    steps = []
    looks = []
  }

  /// The candidates, once everything is finished.
  func candidates() -> [Candidate] { attempt.endSearch(search, in: attempt.fleet) }
}
