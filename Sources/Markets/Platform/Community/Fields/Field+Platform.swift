package import Scenario

/// The fields of platform services that a market may list, each with the sentence that says what it means there.
extension Field {
  /// Identity checks, and what nobody may do before theirs.
  package static func verification(
    _ place: WritableKeyPath<Root, VerificationRules?>, _ summary: String
  ) -> Self {
    Self("verification", place, orAbsent: .object(VerificationRules.members), summary)
  }

  /// Returns the field of the way messages travel.
  ///
  /// - Parameters:
  ///   - reason: why nobody is made an offer in the market; nil where offers are made.
  ///   - stopsLine: whether the market has a line of stations that an outage may stop.
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
  /// Checks that what is recorded of messages is there: `channel` is that of the scenario.
  package static func checkRecording(
    of channel: ChannelRules?, _ checked: Checked<Scenario>, _ faults: inout Faults
  ) {
    guard channel == nil, checked.value.results.record.contains("messages") else { return }
    checked.conflict(
      "the scenario has no `channel`, and nothing would stand in messages.csv; give `channel`, as {}, or leave `messages` out",
      ["results.record", "results", "channel"], &faults)
  }
}
