import Matching
import Scenario

extension CarpoolFields {
  /// The first section of the scenario that configures commitments or enquiries outside the matcher; nil if there is
  /// none.
  var partWithBindings: String? {
    [
      ("board", board != nil), ("matching.transfer", matching.transfer != nil),
      ("matching.walk_m", matching.walking.reach > 0), ("users", users != nil),
      ("verification", verification != nil), ("money", money != nil), ("friends", friends != nil),
      ("ratings", ratings != nil), ("channel", channel != nil),
    ].first(where: \.1)?.0
  }

  /// Rejects scenarios that combine late commitment of pairs with features that require immediate commitment.
  func checkCommitment(_ checked: Checked<Scenario>, _ faults: inout Faults) {
    guard let batch = matching.batch, batch.commit == .latest, withoutGathering == nil else { return }
    if let name = partWithBindings {
      checked.conflict(
        "pairs that bind at the latest time cannot be combined with `\(name)`; leave it out, or give"
          + " matching.batch.commit: \"window\"",
        ["matching.batch.commit", "matching.batch", "matching", name],
        &faults)
    }
  }
}
