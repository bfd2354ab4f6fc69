package import Scenario

extension VerificationRules {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "verified_share", \.verifiedShare, .share, "The share of users who are verified from the start."),
        Field("delay", \.delay, .law(), "The time from registration to verification for the other users.")
          .idle("all are verified from the start (`verified_share` is 1)") { $0.verifiedShare == 1 }
          .idle("a team decides (`applications.team`)") { $0.applications?.team != nil },
        Field(
          "applications", \.applications, orAbsent: .object(ApplicationRules.members),
          "How the other users' applications are decided; some are refused. `null`: each is accepted after `delay`."
        ).idle("all are verified from the start (`verified_share` is 1)") { $0.verifiedShare == 1 },
      ])
  }
}

extension FriendRules {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("network", \.network, Network.shape, "The friendship network."),
        Field("only_share", \.onlyShare, .share, "The share of users who ride with friends only."),
        Field(
          "wish_share", \.wishShare, .share,
          "The share of users who prefer to ride with friends; the preference counts as one of their wishes."
        ),
        Field(
          "invitations", \.invitations, orAbsent: .object(InvitationRules.members),
          "Invitations by friends of users without an account. `null`: everybody has an account."
        ),
      ])
  }
}

extension InvitationRules {
  package static var members: Members<Self> {
    let everybody = "everybody has an account from the start (`member_share` is 1)"
    return Members(
      Self(),
      [
        Field("member_share", \.memberShare, .share, "The share of users with an account from the start."),
        Field(
          "probability", \.probability, .share,
          "The probability that a passenger invites a friend without an account after a ride, drawn once per friend."
        ).idle(everybody) { $0.memberShare == 1 },
        Field(
          "accept_probability", \.acceptProbability, .share,
          "The probability that an invited friend opens an account at once."
        ).idle(everybody) { $0.memberShare == 1 }
          .idle("nobody is invited (`probability` is 0)") { $0.probability == 0 },
      ])
  }
}

extension FriendRules.Network {
  private struct Ring {
    var neighbours = 8
    var rewiring = 0.1
  }

  package static var shape: Shape<Self> {
    let ring = Members(
      Ring(),
      [
        Field(
          "neighbours", \.neighbours,
          Shape<Int>.integer(0, to: 10_000).checked {
            $0.isMultiple(of: 2) ? nil : "\($0) is odd; give an even number, half of them on each side"
          }, "The number of friends of each user, even."),
        Field(
          "rewiring", \.rewiring, .share, "The probability that a friendship is rewired to a random user."),
      ])
    let recorded = Members(
      "",
      [
        Field(
          "file", \.self, .file, isRequired: true, "The path of the file, relative to the scenario's folder.")
      ])
    return .union([
      Kind(
        "watts_strogatz", ring, { .wattsStrogatz(neighbours: $0.neighbours, rewiring: $0.rewiring) },
        {
          if case .wattsStrogatz(let neighbours, let rewiring) = $0 {
            Ring(neighbours: neighbours, rewiring: rewiring)
          } else {
            nil
          }
        }, "A ring lattice with randomly rewired friendships (small world)."),
      Kind(
        "recorded", recorded, { .recorded(file: $0) },
        { if case .recorded(let file) = $0 { file } else { nil } }, "Pairs of friends read from a file."),
    ])
  }
}

extension RatingRules {
  package static var members: Members<Self> {
    let stars = Shape<Double>.number(.from(1, to: 5), "stars")
    return Members(
      Self(),
      [
        Field("prior", \.prior, stars, "The prior rating of an unrated user, in stars."),
        Field(
          "prior_weight", \.priorWeight, .number(.from(0, to: 1e6)),
          "The weight of the prior, in reviews."),
        Field(
          "lateness_s", \.lateness, .seconds(.from(0.001, to: 1e9)), "The lateness that costs one star."),
        Field(
          "detour_ratio", \.detourRatio, .number(.positive),
          "The ratio of detour to direct trip that costs one star."),
        Field(
          "noise", \.noise, .number(.from(0, to: 5), "stars"),
          "The standard deviation of the random term, in stars."),
        Field("review_share", \.reviewShare, .share, "The share of rides that are rated."),
        Field(
          "least_share", \.leastShare, .share, "The share of users who refuse companions rated below `least`."
        ),
        Field("least", \.least, stars, "The minimum companion rating accepted by the users of `least_share`.")
          .idle("nobody insists on a rating (`least_share` is 0)") { $0.leastShare == 0 },
        Field(
          "moderation", \.moderation, orAbsent: .object(ModerationRules.members),
          "The moderation of ratings before they count. `null`: they count at once."
        ).idle("no ride is rated (`review_share` is 0)") { $0.reviewShare == 0 },
      ])
  }
}

extension ChurnRules {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "after_failures", \.afterFailures, .integer(1, to: 1_000_000),
          "The number of consecutive failures after which the user may leave: at the last of these, and at each further one."
        ).idle("nobody leaves (`probability` is 0)") { $0.probability == 0 },
        Field(
          "probability", \.probability, .share, "The probability that the user leaves at such a failure."),
      ])
  }
}
