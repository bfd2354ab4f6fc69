import Lifecycle
import Scenario

extension ChannelRules {
  /// Returns the fields for a market without offers for the reason `withoutOffers`; nil if the market has offers.
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
          "The backoff factor between successive waits."
        ).idle { rules, _ in rules.withoutWait(2) },
        Field(
          "offer_timeout_s", \.offerTimeout, .seconds(.from(0.001, to: 1e9)),
          "The time after which an unanswered offer expires."
        ).idle { _, _ in withoutOffers },
        Field(
          "online", \.online, orNull: .law(.from(1, to: 1e9)),
          "The duration of the online periods of a phone. `null`, like `offline`: always online."),
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
