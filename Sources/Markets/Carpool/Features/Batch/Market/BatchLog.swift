import Matching
import Quantities
import Travellers

/// Records decisions and blocking pairs in scenarios that configure joint decisions.
final class BatchLog: CarpoolFeature {
  private var records = BatchRecords()
  private let policy: any Policy
  private let terms: Terms

  init?(_ setup: SimulationSetup) {
    guard setup.countsPairs else { return nil }
    policy = setup.policy
    terms = setup.terms
  }

  /// Records the decision for `views` at the end of a window.
  func decidedTogether(_ decision: GatheredChoice, for views: [Attempt]) {
    guard let time = views.first?.time else { return }
    records.decided += views.count
    records.pairs += decision.pairs
    records.blockingPairs += decision.blockingPairs
    var window = WindowRecord(time: time)
    window.requests = views.count
    window.drivers = decision.drivers
    window.pairs = decision.pairs
    window.found = decision.choices.count { $0 != nil }
    window.blockingPairs = decision.blockingPairs
    records.windows.append(window)
  }

  /// Counts the pairs that block the decision for `view`, which was decided alone.
  func decided(_ choice: Candidate?, for view: borrowing Attempt) {
    guard !view.request.isProbe else { return }
    var again = copy view
    let candidates = policy.candidates(of: &again)
    records.decided += 1
    records.pairs += candidates.count
    records.blockingPairs += candidates.blockingPairs(of: choice, terms: terms)
  }

  func leave(in records: inout RunRecords) { records.batch = self.records }
}
