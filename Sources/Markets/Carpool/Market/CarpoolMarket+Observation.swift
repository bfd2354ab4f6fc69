import Lifecycle
import Matching
import Quantities
import Travellers

extension CarpoolMarket {
  /// Determines how the drivers fare in `attempt`, if this was requested.
  mutating func inspect(_ attempt: borrowing Attempt) {
    let shown = observed.driversShown(to: attempt.index)
    guard shown != nil || observed.recordsCandidates else { return }
    let excluded = attempt.excluded
    let available = fleet.active.sorted().filter { fleet.isAvailable($0) && !excluded.contains($0) }
    // Most drivers in a city are far away: a table of candidates leaves them out, and an explanation shows only a
    // few.
    let drivers = shown.map { fleet.nearest($0, of: available, to: attempt.inquiry) } ?? available
    for driver in drivers {
      var diagnosis = fleet.diagnose(driver, attempt.inquiry)
      if let candidate = diagnosis.candidate {
        diagnosis.worth = setup.policy.worth(of: candidate, in: attempt)
        // The candidate repeats the diagnosis, and there may be millions.
        diagnosis.candidate = nil
      }
      guard shown != nil || diagnosis.failed != .radius else { continue }
      observed.candidates.append(
        CandidateRecord(
          request: attempt.index, cycle: attempt.cycle, attempt: attempt.attempt, diagnosis: diagnosis))
    }
  }
}
