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
        Field("delay", \.delay, .law(), "The delay of a try that is not lost."),
        Field("loss", \.loss, .share, "The probability that a try is lost."),
        Field("tries", \.tries, .integer(1, to: 100), "The most tries of one message, the first included.")
          .idle("no try is lost (`loss` is 0)") { $0.loss == 0 },
        Field("backoff_s", \.backoff, .seconds(.from(0, to: 1e6)), "From a lost try to the next.")
          .idle { rules, _ in rules.withoutWait(1) },
        Field(
          "backoff_factor", \.backoffFactor, .number(.from(1, to: 100)),
          "The factor by which each wait exceeds the one before."
        ).idle { rules, _ in rules.withoutWait(2) },
        Field(
          "offer_timeout_s", \.offerTimeout, .seconds(.from(0.001, to: 1e9)),
          "From sending an offer until it ends without an answer."
        ).idle { _, _ in withoutOffers },
        Field(
          "online", \.online, orNull: .law(.from(1, to: 1e9)),
          "How long a phone is online at a stretch; `null`, as `offline`, for phones that always are."),
        Field(
          "offline", \.offline, orNull: .law(.from(1, to: 1e9)),
          "How long a phone is offline at a stretch, during which it neither sends nor reads."),
        Field(
          "outages", \.outages, orAbsent: .object(OutageRules.members(stopsLine: stopsLine)),
          "When the service is out and makes no attempts, and what happens to attempts that are due then; `null` for never."
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
    if loss == 0 { return "no try is lost (`loss` is 0)" }
    return tries <= number ? "there are too few tries (`tries` is \(tries))" : nil
  }
}
