import Matching
import Quantities
import Travellers

extension CarpoolMarket {
  /// Works out how the drivers fare in `attempt`, where somebody wants to know.
  mutating func inspect(_ attempt: borrowing Attempt) {
    let explained = setup.observation.explained.flatMap { $0.requests[Int(attempt.index)] ? $0 : nil }
    guard explained != nil || setup.observation.recordsCandidates else { return }
    let excluded = attempt.excluded
    let available = fleet.active.sorted().filter { fleet.isAvailable($0) && !excluded.contains($0) }
    // Most drivers of a city are far away: a table of candidates leaves them out, an explanation shows a few of them.
    let drivers = explained.map { fleet.nearest($0.drivers, of: available, to: attempt.inquiry) } ?? available
    for driver in drivers {
      var diagnosis = fleet.diagnose(driver, attempt.inquiry)
      if let candidate = diagnosis.candidate {
        diagnosis.worth = setup.policy.worth(of: candidate, in: attempt)
        // It repeats what the diagnosis says, and there may be millions.
        diagnosis.candidate = nil
      }
      guard explained != nil || diagnosis.failed != .radius else { continue }
      candidates.append(
        CandidateRecord(
          request: attempt.index, cycle: attempt.cycle, attempt: attempt.attempt, diagnosis: diagnosis))
    }
  }
}
