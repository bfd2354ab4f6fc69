package import Statistics

extension Purpose {
  /// Whether and when a volunteer withdraws from all shifts, keyed by the volunteer.
  package static var volunteerWithdrawal: Self { Self(rawValue: 320) }
  /// Whether a volunteer is a no-show, keyed by the request.
  package static var noShow: Self { Self(rawValue: 321) }
  /// The sign-up time of a synthetic volunteer, keyed by the volunteer's number.
  package static var volunteerSignUp: Self { Self(rawValue: 322) }
  /// The traits of a synthetic volunteer, keyed by the volunteer's number, and their preferences, keyed by (volunteer,
  /// slot).
  package static var volunteerTraits: Self { Self(rawValue: 323) }
  package static var volunteerWishes: Self { Self(rawValue: 324) }
  /// The properties of a synthetic post, keyed by its number.
  package static var posts: Self { Self(rawValue: 325) }
  /// Whether a volunteer accepts any post in a slot, keyed by (volunteer, slot).
  package static var slotFlexibility: Self { Self(rawValue: 326) }
  /// Whether and when a volunteer requests a better place, keyed by the request.
  package static var signUpChange: Self { Self(rawValue: 327) }
  /// Whether and when a synthetic zone opens late, keyed by the zone; whether, when and by how much a post grows, keyed
  /// by its number.
  package static var zoneOpening: Self { Self(rawValue: 1334) }
  package static var postGrowth: Self { Self(rawValue: 1335) }
  /// A volunteer's accommodation, meals and T-shirt size, keyed by (volunteer, kind of need).
  package static var volunteerNeeds: Self { Self(rawValue: 1336) }
  /// Whether a sign-up is for a set of posts, and the posts, keyed by (volunteer, slot).
  package static var postSet: Self { Self(rawValue: 2710) }
  /// The time that a volunteer takes to choose a zone, keyed by the request.
  package static var zoneChoice: Self { Self(rawValue: 2711) }
  /// Whether, when and how a confirmed sign-up is changed, and the place requested, keyed by the request.
  package static var rebooking: Self { Self(rawValue: 2712) }
  package static var rebookingTarget: Self { Self(rawValue: 2713) }
}
