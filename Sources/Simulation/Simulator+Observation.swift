import Matching
import Quantities

extension Simulator {
  /// Works out how the drivers fare in `attempt`, where somebody wants to know.
  mutating func inspect(_ attempt: borrowing Attempt) {
    let isInspected = setup.observation.inspectedRequest == attempt.index
    guard isInspected || setup.observation.recordsCandidates else { return }
    for driver in fleet.active.sorted() {
      guard fleet.isAvailable(driver), !attempt.excluded.contains(driver) else { continue }
      var diagnosis = fleet.diagnose(driver, attempt.inquiry)
      if let candidate = diagnosis.candidate {
        diagnosis.worth = setup.policy.worth(of: candidate, in: attempt)
        // It repeats what the diagnosis says, and there may be millions.
        diagnosis.candidate = nil
      }
      // Most drivers of a city are far away: a table of candidates leaves them out, an explanation does not.
      guard isInspected || diagnosis.failed != .radius else { continue }
      records.candidates.append(
        CandidateRecord(
          request: attempt.index, cycle: attempt.cycle, attempt: attempt.attempt, diagnosis: diagnosis))
    }
  }
}
