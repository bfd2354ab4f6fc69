import Lifecycle
import Quantities
package import Scenario

/// Fields for platform services that markets can include, each with a sentence on its meaning in that market.
extension Field {
  /// Returns the field for identity checks, with a sentence on the actions that require a passed check.
  package static func verification(
    _ place: WritableKeyPath<Root, VerificationRules?>, _ summary: String
  ) -> Self {
    Self("verification", place, orAbsent: .object(VerificationRules.members), summary)
  }

  /// Returns the field for the transport of messages.
  ///
  /// - Parameter reason: the reason why the market has no offers; nil if it has offers.
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
  /// Reports a conflict if the scenario records messages but has no rules for the channel.
  package static func checkRecording(
    of channel: ChannelRules?, _ checked: Checked<Scenario>, _ faults: inout Faults
  ) {
    guard channel == nil, checked.value.results.record.contains("messages") else { return }
    checked.conflict(
      "messages.csv would be empty, because the scenario has no `channel`; give `channel`, such as {}, or leave `messages` out",
      ["results.record", "results", "channel"], &faults)
  }
}

extension ChannelRules {
  /// Returns the fields; `withoutOffers` is the reason why the market has no offers; nil if it has offers.
  ///
  /// - Parameter stopsLine: whether the market has a line of stations that an outage may stop.
  static func members(withoutOffers: String?, stopsLine: Bool) -> Members<Self> {
    Members(
      Self(),
      [
        Field("delay", \.delay, .law(), "The delay of a successful transmission."),
        Field("loss", \.loss, .share, "The probability that a transmission is lost."),
        Field(
          "tries", \.tries, .integer(1, to: 100),
          "The maximum number of transmissions per message, including the first."
        )
        .idle("no transmission is lost (`loss` is 0)") { $0.loss == 0 },
        Field(
          "backoff_s", \.backoff, .seconds(.from(0, to: 1e6)),
          "The time from a lost transmission to the first retransmission."
        )
        .idle { rules, _ in rules.withoutWait(1) },
        Field(
          "backoff_factor", \.backoffFactor, .number(.from(1, to: 100)),
          "The factor by which the wait grows from one retransmission to the next."
        ).idle { rules, _ in rules.withoutWait(2) },
        Field(
          "offer_timeout_s", \.offerTimeout, .seconds(.from(0.001, to: 1e9)),
          "The time after which an unanswered offer expires."
        ).idle { _, _ in withoutOffers },
        Field(
          "online", \.online, orNull: .law(.from(1, to: 1e9)),
          "The duration of the online periods of a phone. `null` for this and `offline`: always online."),
        Field(
          "offline", \.offline, orNull: .law(.from(1, to: 1e9)),
          "The duration of the offline periods of a phone, during which it neither sends nor receives."),
        Field(
          "outages", \.outages, orAbsent: .object(OutageRules.members(stopsLine: stopsLine)),
          "Service outages, during which no attempts are made, and the handling of attempts due then. `null`: none."
        ),
      ],
      check: { checked, faults in
        if (checked.value.online == nil) != (checked.value.offline == nil) {
          checked.conflict(
            "only one of `online` and `offline` is given; give both or neither", ["online", "offline"],
            &faults)
        }
      })
  }

  /// Returns the reason the wait after try `number` never occurs; nil if it may.
  private func withoutWait(_ number: Int) -> String? {
    if loss == 0 { return "no transmission is lost (`loss` is 0)" }
    return tries <= number ? "there are too few transmissions (`tries` is \(tries))" : nil
  }
}

extension TeamRules {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("servers", \.servers, .integer(1, to: 1_000_000), "The number of people deciding in parallel."),
        Field(
          "hours", \.hours, WeeklyHours.shape,
          "The weekly working hours; work in progress at closing is continued at the next opening."),
        Field("service", \.service, .law(), "The working time per case."),
      ])
  }
}

extension ModerationRules {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "rejected_share", \.rejectedShare, .share, "The share of reviews that are rejected and never shown."
        ),
        Field(
          "team", \.team, .object(TeamRules.members),
          "The moderators, who handle reviews in order of arrival."
        ),
      ])
  }
}

extension ApplicationRules {
  static var members: Members<Self> {
    let neverRefused = "no application is refused (`refused_share` is 0)"
    let neverAgain = "nobody applies again"
    return Members(
      Self(),
      [
        Field(
          "team", \.team, orAbsent: .object(TeamRules.members),
          "The team that decides on applications in order of arrival. `null`: each is decided after `delay`."),
        Field("refused_share", \.refusedShare, .share, "The share of applications that are refused."),
        Field(
          "most", \.most, .integer(1, to: 1_000),
          "The maximum number of applications per user, including the first."
        ).idle(neverRefused) { $0.refusedShare == 0 }
          .idle("\(neverAgain) (`again_share` is 0)") { $0.againShare == 0 },
        Field(
          "again_share", \.againShare, .share, "The probability that a user applies again after a refusal."
        ).idle(neverRefused) { $0.refusedShare == 0 }.idle("\(neverAgain) (`most` is 1)") { $0.most == 1 },
        Field("again_delay", \.againDelay, .law(), "The time from a refusal to the next application.")
          .idle(neverRefused) { $0.refusedShare == 0 }
          .idle("\(neverAgain) (`most` is 1)") { $0.most == 1 }
          .idle("\(neverAgain) (`again_share` is 0)") { $0.againShare == 0 },
      ])
  }
}
