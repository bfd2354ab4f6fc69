package import Scenario

extension VerificationRules {
  package static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "verified_share", \.verifiedShare, .share, "The share of users who are verified from the start."),
        Field("delay", \.delay, .law(), "How long it takes the others from their registration.")
          .idle("all are verified from the start (`verified_share` is 1)") { $0.verifiedShare == 1 }
          .idle("a team decides (`applications.team`)") { $0.applications?.team != nil },
        Field(
          "applications", \.applications, orAbsent: .object(ApplicationRules.members),
          "How the others' applications are decided, some of them refused; `null` accepts each after `delay`."
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
          "The share of users who would rather ride with a friend, which counts in the agreement."),
        Field(
          "invitations", \.invitations, orAbsent: .object(InvitationRules.members),
          "How users without an account come to the service: invited by friends; `null` where everybody has one."
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
          "The probability that a passenger invites a friend without an account after a ride, drawn once for each friend."
        ).idle(everybody) { $0.memberShare == 1 },
        Field(
          "accept_probability", \.acceptProbability, .share,
          "The probability that the friend opens an account at once."
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
      "", [Field("file", \.self, .file, isRequired: true, "The file, relative to the scenario's folder.")])
    return .union([
      Kind(
        "watts_strogatz", ring, { .wattsStrogatz(neighbours: $0.neighbours, rewiring: $0.rewiring) },
        {
          if case .wattsStrogatz(let neighbours, let rewiring) = $0 {
            Ring(neighbours: neighbours, rewiring: rewiring)
          } else {
            nil
          }
        }, "A ring of neighbours, some of them rewired at random."),
      Kind(
        "recorded", recorded, { .recorded(file: $0) },
        { if case .recorded(let file) = $0 { file } else { nil } }, "The pairs that a file lists."),
    ])
  }
}

extension RatingRules {
  package static var members: Members<Self> {
    let stars = Shape<Double>.number(.from(1, to: 5), "stars")
    return Members(
      Self(),
      [
        Field("prior", \.prior, stars, "The stars of an unrated user."),
        Field(
          "prior_weight", \.priorWeight, .number(.from(0, to: 1e6)),
          "The number of reviews that the prior counts for."),
        Field(
          "lateness_s", \.lateness, .seconds(.from(0.001, to: 1e9)), "The lateness that costs a star."),
        Field(
          "detour_ratio", \.detourRatio, .number(.positive),
          "The ratio of detour to direct trip that costs a star."),
        Field(
          "noise", \.noise, .number(.from(0, to: 5), "stars"), "The standard deviation of the random term."),
        Field("review_share", \.reviewShare, .share, "The share of rides that are rated."),
        Field("least_share", \.leastShare, .share, "The share of users who ride with nobody below `least`."),
        Field("least", \.least, stars, "The least rating that they accept.")
          .idle("nobody insists on a rating (`least_share` is 0)") { $0.leastShare == 0 },
        Field(
          "moderation", \.moderation, orAbsent: .object(ModerationRules.members),
          "Who looks at stars before they count; `null` lets them count at once."
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
          "The number of consecutive failures from which every failure may make the user leave."
        ).idle("nobody leaves (`probability` is 0)") { $0.probability == 0 },
        Field("probability", \.probability, .share, "The probability that the user leaves then."),
      ])
  }
}
