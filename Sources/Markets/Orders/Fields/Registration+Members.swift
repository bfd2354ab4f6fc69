import Quantities
import Scenario
import Statistics

extension Registration {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "give_up_share", \.giveUpShare, .share,
          "The share of customers without an account who give up when asked to open one."),
        Field("time", \.time, .law(), "How long a customer takes to open one, or to give up."),
      ])
  }
}

extension Drafts {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "share", \.share, .number(.init(lower: 0, upper: 1, includesLower: false)),
          "The share of orders that are left as a draft, probes left out."),
        Field("give_up_share", \.giveUpShare, .share, "The share of drafts that are never finished."),
        Field("time", \.time, .law(), "How long a draft lies before it is finished, or given up."),
      ])
  }
}

extension Referral {
  static var members: Members<Self> {
    let nothing = "the referrer gets nothing (`credits_referrer` is 0)"
    return Members(
      Self(),
      [
        Field(
          "share", \.share, .share,
          "The share of accounts opening in the run, but for those of a file, that another account has brought: any alike that"
            + " was open before."
        ).idle { _, scenario in
          guard case .recorded = scenario.orders.accounts, scenario.orders.registration == nil else {
            return nil
          }
          return "accounts stand in a file, which says who has brought them"
        },
        Field(
          "credits_new", \.creditsNew, .integer(0, to: 1_000_000),
          "The credits that such an account gets when it opens."),
        Field(
          "credits_referrer", \.creditsReferrer, .integer(0, to: 1_000_000),
          "The credits that the account gets which has brought it."),
        Field(
          "reward", \.reward, .oneOf,
          "When that gets them: when the new account is opened, or when its first payment is confirmed."
        ).idle(nothing) { $0.creditsReferrer == 0 },
        Field(
          "most", \.mostIfLimited, orNull: .integer(1, to: 1 << 53),
          "For how many accounts that it has brought an account gets credits at the most; `null` for any number."
        ).idle(nothing) { $0.creditsReferrer == 0 },
        Field(
          "expire_s", \.expiry, orNull: .seconds(.positive),
          "How long after they are given what is left of the credits expires; `null` where it does not."),
      ],
      check: { checked, faults in
        guard checked.value.creditsNew == 0, checked.value.creditsReferrer == 0 else { return }
        checked.conflict(
          "nobody gets a credit; give credits_new or credits_referrer, or leave `referral` out",
          ["credits_new", "credits_referrer"], &faults)
      })
  }

  private var mostIfLimited: Int64? {
    get { most == .max ? nil : most }
    set { most = newValue ?? .max }
  }
}
