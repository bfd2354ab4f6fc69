import Quantities
package import Scenario

extension TeamRules {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("servers", \.servers, .integer(1, to: 1_000_000), "How many people decide side by side."),
        Field(
          "hours", \.hours, WeeklyHours.shape,
          "When they work, the same every week; what is in hand at the end rests until the next hours."),
        Field("service", \.service, .law(), "The working time that a case takes."),
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
          "team", \.team, .object(TeamRules.members), "Who looks at reviews, in the order in which they come."
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
          "Who decides, in the order in which applications come; `null` decides each after `delay`."),
        Field("refused_share", \.refusedShare, .share, "The share of applications that are refused."),
        Field(
          "most", \.most, .integer(1, to: 1_000), "The most applications of one user, the first included."
        ).idle(neverRefused) { $0.refusedShare == 0 }
          .idle("\(neverAgain) (`again_share` is 0)") { $0.againShare == 0 },
        Field(
          "again_share", \.againShare, .share, "The probability that a refused user applies again."
        ).idle(neverRefused) { $0.refusedShare == 0 }.idle("\(neverAgain) (`most` is 1)") { $0.most == 1 },
        Field("again_delay", \.againDelay, .law(), "From the refusal to the next application.")
          .idle(neverRefused) { $0.refusedShare == 0 }
          .idle("\(neverAgain) (`most` is 1)") { $0.most == 1 }
          .idle("\(neverAgain) (`again_share` is 0)") { $0.againShare == 0 },
      ])
  }
}
