package import Scenario

/// Fields for platform services that markets can include, each with a sentence on what it means in that market.
extension Field {
  /// Returns the field of identity checks, with a sentence on what nobody may do before passing theirs.
  package static func verification(
    _ place: WritableKeyPath<Root, VerificationRules?>, _ summary: String
  ) -> Self {
    Self("verification", place, orAbsent: .object(VerificationRules.members), summary)
  }

  /// Returns the field for the transport of messages.
  ///
  /// - Parameter reason: why the market has no offers; nil if it has them.
  package static func channel(
    _ place: WritableKeyPath<Root, ChannelRules?>, withoutOffers reason: String? = nil,
    stopsLine: Bool = false,
    _ summary: String
  ) -> Self {
    Self(
      "channel", place, orAbsent: .object(ChannelRules.members(withoutOffers: reason, stopsLine: stopsLine)),
      summary)
  }
}

extension ChannelRules {
  /// Checks that the recorded message times are present if needed; `channel` is the scenario's.
  package static func checkRecording(
    of channel: ChannelRules?, _ checked: Checked<Scenario>, _ faults: inout Faults
  ) {
    guard channel == nil, checked.value.results.record.contains("messages") else { return }
    checked.conflict(
      "messages.csv would be empty, because the scenario has no `channel`; give `channel`, such as {}, or leave `messages` out",
      ["results.record", "results", "channel"], &faults)
  }
}
