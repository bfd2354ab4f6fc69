import Quantities
package import Scenario

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
          "again_share", \.againShare, .share, "The probability that a refused user applies again."
        ).idle(neverRefused) { $0.refusedShare == 0 }.idle("\(neverAgain) (`most` is 1)") { $0.most == 1 },
        Field("again_delay", \.againDelay, .law(), "The time from a refusal to the next application.")
          .idle(neverRefused) { $0.refusedShare == 0 }
          .idle("\(neverAgain) (`most` is 1)") { $0.most == 1 }
          .idle("\(neverAgain) (`again_share` is 0)") { $0.againShare == 0 },
      ])
  }
}
