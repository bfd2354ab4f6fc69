import Lifecycle
import Models
import Quantities
import Scenario
import Statistics
import TestSupport
import Testing

@testable import Shifts

/// Zones that open later, and posts that grow.
struct OpeningsTests {
  /// A hall with a zone that is there, and one that opens at second 100; a desk of one place that gets another at second 200.
  private static let programme = """
    programme: {kind: 'listed', slots: [{name: 'day', begin_s: 2000, end_s: 3000}], posts: [
      {name: 'hall', zones: [{name: 'north', places: 1}, {name: 'south', places: 2, opens_s: 100}]},
      {name: 'desk', places: 1, grows: [{at_s: 200, places: 1}]}]}
    """

  private static func festival() throws -> Festival {
    let scenario = try Given.scenario(programme + ", " + Given.volunteers)
    var maker = FestivalMaker(scenario, folder: ".")
    return Festival(programme: try maker.festival().programme)
  }

  private static func run(_ wishes: [(at: Int64, wish: Wish)]) throws -> ShiftsRecords {
    var festival = try festival()
    for (place, wish) in wishes.enumerated() {
      festival.append(
        id: Int64(place), signUp: Milliseconds(seconds: Double(wish.at)), isFlexible: false,
        wishes: [(0, [wish.wish])])
    }
    var rules = ShiftRules()
    rules.deadline = Milliseconds(seconds: 1000)
    let random = RandomSource(seed: 1, replication: 0)
    return try ShiftsSimulation(festival, rules: Rules(random: random), shiftRules: rules).records()
  }

  @Test func `a programme has all its places, and says from when on they are there`() throws {
    let programme = try Self.festival().programme
    #expect(programme.places == 5 && programme.shifts.map(\.capacity) == [3, 2])
    #expect(programme.sections.map(\.opens.seconds) == [0, 100, 0])
    #expect(programme.openings.map(\.time.seconds) == [100, 200])
    #expect(programme.openings.map(\.places) == [2, 1])
    var occupancy = Occupancy(of: programme)
    #expect(programme.shifts.places.map { occupancy.free($0, programme) } == [1, 1])
    occupancy.open(until: Milliseconds(seconds: 100), programme)
    #expect(programme.shifts.places.map { occupancy.free($0, programme) } == [3, 1])
    occupancy.open(until: .never, programme)
    #expect(programme.shifts.places.map { occupancy.free($0, programme) } == [3, 2])
  }

  @Test func `a place is had from the moment on at which it is there, and not before`() throws {
    let (hall, desk) = (ShiftIndex(0), ShiftIndex(1))
    let records = try Self.run([
      (10, Wish(hall, in: 1)), (20, Wish(hall)), (30, Wish(hall)), (100, Wish(hall)),
      (150, Wish(hall, in: 1)),
      (160, Wish(desk)), (199, Wish(desk)), (200, Wish(desk)),
    ])
    let requests = records.lifecycle.requests
    #expect(requests.map(\.section.rawValue) == [-1, 0, -1, 1, 1, 2, -1, 2])
    #expect(requests.map(\.cause) == [.zoneFull, nil, .postFull, nil, nil, nil, .postFull, nil])
  }

  @Test func `where nothing opens later nothing changes`() throws {
    func records(_ overrides: [String]) throws -> ShiftsRecords {
      let (scenario, folder) = try Given.shipped("shifts", overrides: ["volunteers.count=300"] + overrides)
      return try ShiftsWorld(scenario, folder: folder).simulation.records()
    }
    let today = try records([])
    let zero = try records(["programme.late_zone_share=0", "programme.growing_share=0"])
    #expect(zero.ledger == today.ledger && zero.wishes == today.wishes)
    let late = try records(["programme.late_zone_share=0.5"])
    #expect(late.ledger != today.ledger)
  }

  @Test
  func `zones and posts open and grow as often as their shares say, and nobody wishes for a closed zone`()
    throws
  {
    let (scenario, folder) = try Given.shipped(
      "shifts",
      overrides: [
        "programme.zones=400", "programme.posts=1000", "programme.late_zone_share=0.3",
        "programme.growing_share=0.4", "programme.growth_max=3", "volunteers.any_zone_share=0",
      ])
    let festival = try ShiftsWorld(scenario, folder: folder).festival
    let programme = festival.programme
    func z(_ found: Int, of count: Int, _ share: Double) -> Double {
      (Double(found) - share * Double(count)) / (share * (1 - share) * Double(count)).squareRoot()
    }
    let zoned = programme.sections.filter { $0.zone != .none }
    let zones = Dictionary(grouping: zoned, by: { $0.zone.rawValue })
    #expect(abs(z(zones.values.count { $0[0].opens > .zero }, of: zones.count, 0.3)) < 3.5)
    // A zone opens once, for all posts and slots.
    #expect(zones.values.allSatisfy { sections in sections.allSatisfy { $0.opens == sections[0].opens } })
    let plain = programme.posts.filter { $0.shifts[0].zones.isEmpty }
    let growing = plain.filter { !$0.shifts[0].later.isEmpty }
    #expect(abs(z(growing.count, of: plain.count, 0.4)) < 3.5)
    let sizes = growing.map { $0.shifts[0].later[0].places }
    #expect((1...3).allSatisfy { size in abs(z(sizes.count { $0 == size }, of: sizes.count, 1.0 / 3)) < 3.5 })
    // A zone that opens after its post has grown opens with what the post grew by.
    let keys = Set(programme.openings.map { [$0.time.rawValue, Int64($0.section.rawValue)] })
    #expect(keys.count == programme.openings.count)
    let later = programme.posts.flatMap { $0.shifts.flatMap(\.later) }.filter { $0.opens > .zero }
    #expect(later.count > keys.count)
    #expect(programme.openings.reduce(0) { $0 + $1.places } == later.reduce(0) { $0 + $1.places })
    let deadline = try #require(scenario.time.duration)
    let moments = programme.openings.map { Double($0.time.rawValue) / Double(deadline.rawValue) }
    #expect(moments.allSatisfy { (0..<1).contains($0) })
    for request in festival.requests {
      let signUp = festival.volunteers[request.volunteer].signUp
      for wish in festival.wishes[Int(request.wishes.lowerBound)..<Int(request.wishes.upperBound)]
      where wish.section != .none {
        #expect(programme.sections[wish.section].opens <= signUp)
      }
    }
  }

  @Test func `nobody ever has a place that is not there, in any run`() {
    forAll(seeds: 0..<100) { seed in
      var festival = MadeUp.festival(seed: seed, volunteers: 60, slots: 4, posts: 4, flexible: 0.4)
      var random = SplitMix64(seed: seed)
      var posts = festival.programme.posts
      for post in posts.indices {
        for shift in posts[post].shifts.indices {
          let manning = posts[post].shifts[shift]
          let zones = manning.zones.isEmpty ? [.init(.none, places: manning.capacity)] : manning.zones
          for zone in zones where zone.places > 0 && random.chance(0.5) {
            let opens = Milliseconds(Int64(random.whole(1...1_400_000)))
            let places = Int32(random.whole(1...Int(zone.places)))
            posts[post].shifts[shift].later.append(.init(zone.zone, opens: opens, places: places))
          }
        }
      }
      festival.programme = Programme(
        slots: festival.programme.slots, zones: festival.programme.zones, posts: posts)
      var simulation = MadeUp.simulation(festival, seed: seed, assignment: .optimal)
      simulation.shiftRules.fields.behaviour.changeProbability = 0.5
      let records = try simulation.records()
      let programme = festival.programme
      var taken = Array(repeating: Int32(0), count: programme.sections.count)
      for change in records.ledger {
        taken[Int(change.section)] += Int32(change.taken)
        guard change.taken > 0 else { continue }
        let closed = programme.openings.filter { $0.section == change.section && $0.time > change.time }
        let there = programme.sections[change.section].capacity - closed.reduce(0) { $0 + $1.places }
        // Those who are moved at the deadline leave before others come, all in one moment.
        if taken[Int(change.section)] > there { return "\(change.section) at \(change.time)" }
      }
      return ShiftsMarketTests.fault(festival, records)
    }
  }

  @Test(arguments: [
    (
      "{name: 'hall', zones: [{name: 'north', opens_s: 1000}]}",
      "places of post `hall` open at 1000.0 s, too late to be taken"
    ),
    (
      "{name: 'hall', places: 1, zones: [{name: 'north'}], grows: [{at_s: 5, places: 1}]}",
      "give `grows` to its zones"
    ),
    (
      "{name: 'hall', zones: [{name: 'north', opens_s: 50, grows: [{at_s: 40, places: 1}]}]}",
      "zone `north` grows before it opens"
    ),
  ])
  func `places that nobody could have are refused`(post: String, sentence: String) {
    let fault = Given.fault(
      "programme: {kind: 'listed', \(Given.slots), posts: [\(post)]}, \(Given.volunteers)")
    #expect(fault.contains(sentence), "\(fault)")
  }

  @Test func `a file has a row for places that are there from another moment on`() throws {
    func world(_ posts: String) throws -> ShiftsWorld {
      try Given.world(
        posts: "post,slot,begin_s,end_s,zone,places,opens_s\n" + posts,
        volunteers: "volunteer_id,sign_up_s,slot,post\n1,0,day,desk\n2,50,day,desk\n3,120,day,desk")
    }
    let run = try world("desk,day,2000,3000,,1,\ndesk,day,2000,3000,,2,100").run(.init())
    #expect(run.festival.programme.places == 3)
    #expect(run.records.lifecycle.requests.map(\.section.rawValue) == [0, -1, 0])
    #expect(throws: ShiftsError.self) { try world("desk,day,2000,3000,,1,\ndesk,day,2000,3000,,2,") }
    do {
      _ = try world("desk,day,2000,3000,,1,1000")
      Issue.record("places that open at the deadline are taken")
    } catch { #expect("\(error)".contains("places of post `desk` open at 1000.0 s")) }
  }
}
