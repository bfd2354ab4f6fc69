import Ground
import Quantities
import Scenario
import Statistics
import Tables

/// Draws or reads the posts and volunteers of a scenario.
///
/// Draws depend only on seed, replication and the number of the post or volunteer, with a separate stream for
/// each aspect: adding volunteers does not change earlier ones, and a different share of flexible volunteers
/// changes nobody's wishes.
struct FestivalMaker {
  let scenario: Scenario
  let fields: ShiftsFields
  let folder: String
  var volunteerNames = Names.numbers
  var inputs: [InputFile] = []
  var notices: [String] = []
  /// The needs given in a volunteers file, one volunteer after the other; empty without one.
  var givenNeeds: [NeedColumns.Given] = []

  init(_ scenario: Scenario, folder: String) {
    self.scenario = scenario
    self.folder = folder
    fields = scenario.fields(of: ShiftsFields.self)
  }

  /// Makes the programme, and then the volunteers for it.
  mutating func festival() throws(ShiftsError) -> Festival {
    let programme =
      switch fields.programme {
      case .synthetic(let plan): drawn(plan)
      case .listed(let plan): Self.listed(plan)
      case .recorded(let file, let columns): try readProgramme(file, columns)
      }
    var festival = Festival(programme: programme)
    if fields.zones != nil {
      if programme.shifts.places.contains(where: programme.hasZones) {
        festival.programme.addUnzonedSections()
      } else {
        notices.append("zones: no post of the programme has zones, so `zones` has no effect")
      }
    }
    switch fields.volunteers {
    case .synthetic(let plan): try draw(plan, into: &festival)
    case .recorded(let file, let columns): try readVolunteers(file, columns, into: &festival)
    }
    if let needs = fields.needs { drawNeeds(needs, into: &festival) }
    return festival
  }

  var deadline: Milliseconds { fields.deadline(in: scenario) ?? .never }

  var random: RandomSource { scenario.random }

  /// Returns the posts listed in a scenario.
  private static func listed(_ plan: ListedProgramme) -> Programme {
    let slots = plan.slots.map { Slot($0.name, begin: $0.begin, end: $0.end) }
    let slotPlaces = Dictionary(
      slots.places.map { (slots[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    var zones: [String] = []
    let posts = plan.posts.map { post in
      var later = post.grows.map { Post.LaterPlaces(opens: $0.time, places: Int32($0.places)) }
      let places = post.zones.map { zone in
        let place = zones.firstIndex(of: zone.name) ?? zones.count
        if place == zones.count { zones.append(zone.name) }
        let index = ZoneIndex(place)
        let openings = [PlacesGrowth(time: zone.opens, places: zone.places)] + zone.grows
        later += openings.map { Post.LaterPlaces(index, opens: $0.time, places: Int32($0.places)) }
        return Post.ZonePlaces(index, places: openings.reduce(0) { $0 + Int32($1.places) })
      }
      let growth = post.grows.reduce(0) { $0 + $1.places }
      return Post(
        post.name, slots: post.slots.map { $0.compactMap { slotPlaces[$0] } } ?? Array(slots.places),
        capacity: post.places.map { Int32($0 + growth) }, zones: places, later: later)
    }
    return Programme(slots: slots, zones: zones, posts: posts)
  }
}
