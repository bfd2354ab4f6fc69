package import Community
package import Quantities
package import Scenario

/// The scenario fields of the shifts market: the programme, the volunteers, and the rules of the market.
package struct ShiftsFields: MarketFields {
  package static let market = "shifts"
  package static let sentence =
    "Volunteers sign up for posts in the slots of a festival; flexible ones are assigned at the deadline."
  package static let takesPlace = false
  package static let recordable = ["events", "messages"]

  package var programme = ProgrammePlan.synthetic(SyntheticProgramme())
  package var volunteers = VolunteerPlan.synthetic(SyntheticVolunteers())
  package var signUp = SignUp()
  package var matching = Matching()
  package var behaviour = Behaviour()
  package var needs: NeedsPlan?
  package var channel: ChannelRules?
  package var zones: ZoneRules?
  package var sets: PostSets?

  package init() {}

  /// The period in which volunteers sign up.
  package struct SignUp: Equatable, Sendable {
    /// The time until which volunteers can sign up; nil: the end of the scenario's duration.
    package var deadline: Milliseconds?
  }

  /// The rules for finding places.
  package struct Matching: CycleRules, Equatable, Sendable {
    package var attempts = 3
    package var retryInterval = Milliseconds(60_000)
    package var maxCycles = 1
    package var relaunch = Scenario.Relaunch()
    package var assignment = AssignmentPolicy.optimal
    package var allowsMoves = true
    package var flexibleSlots = FlexibleSlots.wished
    package var reserveShare = 0.0
  }

  /// The slots in which flexible volunteers may be assigned.
  package enum FlexibleSlots: String, CaseIterable, Sendable {
    /// The slots for which they wished for a post.
    case wished
    /// All slots.
    case all
  }

  /// The behaviour of coordinators and volunteers.
  package struct Behaviour: AnswerRules, PatienceRules, Equatable, Sendable {
    package var answerDelay = Milliseconds.zero
    package var declineProbability = 0.0
    package var patience: Milliseconds?
    package var changeProbability = 0.0
    package var withdrawProbability = 0.05
    package var withdrawAllProbability = 0.02
    package var noShowProbability = 0.05
    package var reminder: ReminderRules?
    package var changes: RebookingRules?
  }

  /// Returns the time until which volunteers can sign up in `scenario`; nil if it is not given.
  package func deadline(in scenario: Scenario) -> Milliseconds? { signUp.deadline ?? scenario.time.duration }
}

/// The programme to be staffed, and its source.
package enum ProgrammePlan: Equatable, Sendable {
  /// Synthetic posts.
  case synthetic(SyntheticProgramme)
  /// Posts listed in the scenario.
  case listed(ListedProgramme)
  /// Slots and posts listed in a file.
  case recorded(file: String, columns: [String: String])

  /// Whether any post may have zones; true for recorded posts.
  var hasZones: Bool {
    switch self {
    case .synthetic(let programme): programme.hasZones
    case .listed(let programme): programme.posts.contains { !$0.zones.isEmpty }
    case .recorded: true
    }
  }

  /// The times given in the scenario at which later places open, each with the post's name.
  var openings: [(post: String, time: Milliseconds)] {
    guard case .listed(let programme) = self else { return [] }
    return programme.posts.flatMap { post in
      let ofZones = post.zones.flatMap { [$0.opens] + $0.grows.map(\.time) }
      return (post.grows.map(\.time) + ofZones).map { (post.name, $0) }
    }
  }

  /// The slots listed in the scenario; empty if they are recorded in a file.
  package var slots: [SlotPlan] {
    switch self {
    case .synthetic(let programme): programme.slots
    case .listed(let programme): programme.slots
    case .recorded: []
    }
  }
}

/// A slot listed in the scenario.
package struct SlotPlan: Equatable, Sendable {
  package var name = ""
  package var begin = Milliseconds.zero
  package var end = Milliseconds.zero
}

/// Synthetic posts.
package struct SyntheticProgramme: Equatable, Sendable {
  package var slots: [SlotPlan] = []
  package var posts = 40
  package var zones = 12
  package var zonedShare = 0.3
  package var zonesPerPost = 3
  package var slotShare = 1.0
  package var placesMin = 1
  package var placesMax = 5
  /// The share of zones that open only during the sign-up period, and the share of posts that take more persons from
  /// some time during it.
  package var lateZoneShare = 0.0
  package var growingShare = 0.0
  package var growthMax = 2
}

/// Posts listed in the scenario.
package struct ListedProgramme: Equatable, Sendable {
  package var slots: [SlotPlan] = []
  package var posts: [PostPlan] = []
}

/// A post listed in the scenario.
package struct PostPlan: Equatable, Sendable {
  package var name = ""
  /// The names of its slots; nil for all.
  package var slots: [String]?
  /// The number of persons that it takes per slot; nil: as many as its zones take together.
  package var places: Int?
  package var zones: [ShiftsZonePlan] = []
  /// The places added later; only for posts without zones.
  package var grows: [PlacesGrowth] = []
}

/// The places of a post in a zone.
package struct ShiftsZonePlan: Equatable, Sendable {
  package var name = ""
  package var places = 1
  /// The time from which the places exist.
  package var opens = Milliseconds.zero
  /// The places added later.
  package var grows: [PlacesGrowth] = []
}

/// Places added to a post or a zone at some time.
package struct PlacesGrowth: Equatable, Sendable {
  package var time = Milliseconds.zero
  package var places = 1
}

/// The source of volunteers.
package enum VolunteerPlan: Equatable, Sendable {
  /// Synthetic volunteers.
  case synthetic(SyntheticVolunteers)
  /// Volunteers listed in a file.
  case recorded(file: String, columns: [String: String])
}

/// The information that volunteers see when they choose.
package enum Sees: String, CaseIterable, Sendable {
  case nothing
  /// The number of sign-ups for each post.
  case counts
}

/// Synthetic volunteers.
package struct SyntheticVolunteers: Equatable, Sendable {
  package var arrivals = Scenario.Arrivals()
  package var flexibleShare = 0.3
  /// The share of a non-flexible volunteer's slots in which they accept any post.
  package var slotFlexibleShare = 0.0
  package var slotsMin = 1
  package var slotsMax = 3
  package var wishesMin = 1
  package var wishesMax = 3
  package var anyZoneShare = 0.7
  package var popularityExponent = 0.8
  package var sees = Sees.nothing
  package var seesStrength = 2.0
  /// The maximum number of shifts per volunteer; nil for no limit.
  package var maxShifts: Int?
}
