import Quantities
import Spaces
import Travellers

/// The two-part candidate search for one attempt of a window: the thread that owns the index selects the drivers, then
/// any thread evaluates them.
final class GatheredSearch: @unchecked Sendable {
  /// A driver to be evaluated: within both circles, with room, and with compatible preferences.
  struct Look {
    let driver: DriverIndex
    let sight: Whereabouts.Sight
    /// The duration of the passenger's trip in the driver's space.
    let direct: Milliseconds
  }

  /// How the next driver within both circles is decided.
  private enum Step {
    /// By a result of an earlier window that is still valid.
    case repeated(KnownPairs.Finding)
    /// By an early stage, which the driver fails.
    case failed(DriverIndex, Stage)
    /// By the next evaluation.
    case look
  }

  private(set) var attempt: Attempt
  private var search: CandidateSearch
  private var steps: [Step] = []
  private(set) var looks: [Look] = []

  /// Selects the drivers to evaluate for `attempt`; all attempts of the window share the drivers' `whereabouts`.
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

  /// Evaluates the selected drivers.
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

  /// Returns the candidates; called after all evaluations.
  func candidates() -> [Candidate] { attempt.endSearch(search, in: attempt.fleet) }
}
