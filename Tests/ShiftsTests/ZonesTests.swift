import Community
import Lifecycle
import Metrics
import Models
import Quantities
import Scenario
import Statistics
import TestSupport
import Testing

@testable import Shifts

/// Zones that are chosen in a second step.
struct ZonesTests {
  /// A hall with zones of the given sizes and a desk with one place, in one slot from second 2,000 on.
  private static func festival(zones: [Int32], hall: Int32? = nil) -> Festival {
    let slot = Slot("day", begin: Milliseconds(seconds: 2_000), end: Milliseconds(seconds: 3_000))
    let places = zones.enumerated().map { Post.ZonePlaces(ZoneIndex($0), places: $1) }
    var festival = Festival(
      programme: Programme(
        slots: [slot], zones: zones.indices.map { "zone \($0)" },
        posts: [
          Post("hall", slots: [0], capacity: hall, zones: places), Post("desk", slots: [0], capacity: 1),
        ]))
    festival.programme.addUnzonedSections()
    return festival
  }

  private static let hall = ShiftIndex(0)
  private static let desk = ShiftIndex(1)

  private static func rules(_ change: (inout ZoneRules) -> Void = { _ in }) -> ShiftRules {
    var zones = ZoneRules()
    zones.opens = Milliseconds(seconds: 500)
    zones.delay = .fixed(100)
    change(&zones)
    var rules = ShiftRules()
    rules.deadline = Milliseconds(seconds: 1_000)
    rules.fields.matching.assignment = .none
    rules.fields.zones = zones
    return rules
  }

  private static func run(_ festival: Festival, _ rules: ShiftRules, seed: UInt64 = 1) throws -> ShiftsRecords
  {
    var lifecycle = Rules(random: RandomSource(seed: seed, replication: 0))
    lifecycle.retryInterval = Milliseconds(seconds: 60)
    return try ShiftsSimulation(festival, rules: lifecycle, shiftRules: rules).records()
  }

  @Test func `places of a zoned post exist before its zones, and are exchanged for one in a zone`() throws {
    var festival = Self.festival(zones: [1, 2])
    let wishes = [[Wish(Self.hall, in: 0)], [Wish(Self.hall, in: 0)], [Wish(Self.hall)], [Wish(Self.hall)]]
    for (id, list) in wishes.enumerated() {
      festival.append(
        id: Int64(id), signUp: Milliseconds(seconds: Double(id)), isFlexible: false, wishes: [(0, list)])
    }
    // After the opening, post and zone are chosen at once; the hall is full.
    festival.append(
      id: 9, signUp: Milliseconds(seconds: 700), isFlexible: false,
      wishes: [(0, [Wish(Self.hall, in: 1), Wish(Self.desk)])])
    let records = try Self.run(festival, Self.rules())
    let unzoned = festival.programme.unzonedOfShift[0]
    #expect(festival.programme.places == 4 && unzoned == 3)
    #expect(records.lifecycle.requests.map(\.section.rawValue) == [0, 1, 1, -1, 2])
    #expect(records.lifecycle.requests[3].cause == .postFull)
    let first = records.ledger.filter { $0.request == 0 }
    #expect(first.map(\.kind) == [.held, .confirmed, .zoneFrom, .zoneTo])
    #expect(first.map(\.section) == [unzoned, unzoned, unzoned, 0])
    #expect(first.map(\.time.seconds) == [0, 0, 600, 600])
    #expect(records.zoneChoices.map(\.told.seconds).prefix(3) == [500, 500, 500])
    #expect(records.lifecycle.attempts.map(\.rank) == [1, 1, 1, 0, 0, 2])
  }

  @Test(arguments: [ZoneRules.Unchosen.assigned, .without])
  func `who has not chosen in time is assigned a zone, or stays without`(unchosen: ZoneRules.Unchosen) throws
  {
    var festival = Self.festival(zones: [1, 1])
    for id in 0..<2 as Range<Int64> {
      festival.append(
        id: id, signUp: Milliseconds(seconds: Double(10 - id)), isFlexible: false,
        wishes: [(0, [Wish(Self.hall, in: 1)])])
    }
    let records = try Self.run(
      festival,
      Self.rules {
        $0.delay = .fixed(400)
        $0.until = Milliseconds(seconds: 800)
        $0.unchosen = unchosen
      })
    // The second signed up first.
    let sections = records.lifecycle.requests.map(\.section.rawValue)
    #expect(sections == (unchosen == .assigned ? [0, 1] : [3, 3]))
    let changes = records.ledger.filter { $0.kind == .zoneTo }
    #expect(changes.map(\.time.seconds) == (unchosen == .assigned ? [800, 800] : []))
    #expect(records.zoneChoices.allSatisfy { $0.isAssigned == (unchosen == .assigned) })
    #expect(records.lifecycle.requests.allSatisfy { $0.outcome == .worked })
  }

  @Test func `everybody who has a place is told, and who never hears of it is assigned a zone`() throws {
    var festival = Self.festival(zones: [20, 20])
    for id in 0..<40 as Range<Int64> {
      festival.append(
        id: id, signUp: Milliseconds(seconds: Double(id)), isFlexible: false, wishes: [(0, [Wish(Self.hall)])]
      )
    }
    var channel = ChannelRules()
    channel.delay = .fixed(5)
    channel.loss = 0.5
    channel.tries = 1
    var (chosen, count) = (0, 0)
    for seed in 0..<50 as Range<UInt64> {
      var rules = Self.rules()
      rules.fields.channel = channel
      rules.recordsMessages = true
      let records = try Self.run(festival, rules, seed: seed)
      let messages = records.messages.filter { $0.kind == .zonesOpen }
      #expect(messages.map(\.request) == Array(festival.requests.places))
      #expect(messages.allSatisfy { $0.sent == Milliseconds(seconds: 500) })
      for message in messages {
        let choice = records.zoneChoices[Int(message.request)]
        #expect((message.transit.arrives == nil) == choice.isAssigned)
        #expect(choice.time.seconds == (choice.isAssigned ? 1_000 : 605))
      }
      chosen += records.zoneChoices.count { !$0.isAssigned }
      count += 40
    }
    #expect(abs(Double(chosen) - 0.5 * Double(count)) < 3.5 * (0.25 * Double(count)).squareRoot())
  }

  @Test func `a place confirmed after the opening is told of the zones by its confirmation`() throws {
    var festival = Self.festival(zones: [1])
    festival.append(
      id: 1, signUp: Milliseconds(seconds: 450), isFlexible: false, wishes: [(0, [Wish(Self.hall)])])
    var rules = Rules(random: RandomSource(seed: 1, replication: 0))
    for (delay, expected) in [(100.0, [550.0, 650]), (600, [1_050, 1_050])] {
      rules.answerDelay = Milliseconds(seconds: delay)
      let records = try ShiftsSimulation(festival, rules: rules, shiftRules: Self.rules()).records()
      let choice = records.zoneChoices[0]
      #expect(choice.time.seconds == expected[1] && choice.isAssigned == (delay > 500))
      if delay < 500 { #expect(choice.told.seconds == expected[0]) }
    }
  }

  @Test(arguments: [2, 3])
  func `in all orders of four volunteers zones go as a plain account of the day has them`(zones: Int) {
    var orders: Set<[Int]> = []
    var (assigned, atOnce) = (0, 0)
    forAll(seeds: 0..<60) { seed in
      var luck = SplitMix64(seed: seed &+ UInt64(zones))
      let sizes = (0..<zones).map { _ in Int32(luck.whole(0...2)) }
      let hall = luck.chance(0.3) ? Int32(luck.whole(1...3)) : nil
      let lists = (0..<4).map { _ -> [Wish] in
        var list: [Wish] = []
        for _ in 0..<luck.whole(1...3) {
          let zone = luck.whole(-2...zones - 1)
          let wish = zone < -1 ? Wish(Self.desk) : Wish(Self.hall, in: zone < 0 ? .none : SectionIndex(zone))
          if !list.contains(wish) { list.append(wish) }
        }
        return list
      }
      for order in permutations(of: [0, 1, 2, 3]) {
        var festival = Self.festival(zones: sizes, hall: hall)
        // The last in the order asks when zones are open, the others before.
        for id in 0..<4 {
          let place = order.firstIndex(of: id) ?? 0
          festival.append(
            id: Int64(id), signUp: Milliseconds(place == 3 ? 550_000 : 1_000 * Int64(place) + 7),
            isFlexible: false, wishes: [(0, lists[id])])
        }
        let rules = Self.rules {
          $0.delay = .exponential(mean: 200)
          $0.until = Milliseconds(seconds: 900)
        }
        let records = try Self.run(festival, rules, seed: seed)
        let account = ZoneAccount(festival, lists, sizes: sizes, hall: hall, seed: seed)
        let found = records.lifecycle.requests.map { Int($0.section.rawValue) }
        guard found == account.zones else { return "\(order): \(found) instead of \(account.zones)" }
        assigned += records.zoneChoices.count { $0.isAssigned }
        atOnce += records.lifecycle.requests.enumerated().count {
          $1.section != .none && Int($1.section) < zones && records.zoneChoices[$0].time == .never
        }
        let choosers = records.zoneChoices.indices.filter {
          records.zoneChoices[$0].time != .never && !records.zoneChoices[$0].isAssigned
        }
        orders.insert(choosers.sorted { records.zoneChoices[$0].time < records.zoneChoices[$1].time })
      }
      return nil
    }
    #expect(assigned > 50 && atOnce > 20 && orders.count > 20, "\(assigned) \(atOnce) \(orders.count)")
  }

  @Test func `volunteers are never in two places, and every place is held once, with zones and changes`() {
    var choices = 0
    forAll(seeds: 0..<60) { seed in
      var festival = MadeUp.festival(seed: seed, volunteers: 60, slots: 4, posts: 5, flexible: 0.4)
      festival.programme.addUnzonedSections()
      var simulation = MadeUp.simulation(festival, seed: seed, assignment: seed % 2 == 0 ? .optimal : .greedy)
      simulation.shiftRules.fields.zones =
        Self.rules {
          $0.delay = .exponential(mean: 300)
          $0.unchosen = seed % 3 == 0 ? .without : .assigned
        }.fields.zones
      simulation.shiftRules.fields.behaviour.changeProbability = 0.5
      simulation.shiftRules.fields.matching.reserveShare = 0.2
      simulation.shiftRules.fields.behaviour.changes = RebookingRules()
      let records = try simulation.records()
      choices += records.zoneChoices.count { $0.time != .never }
      if let fault = ShiftsMarketTests.fault(festival, records) { return fault }
      guard seed % 3 != 0 else { return nil }
      let left = records.lifecycle.requests.filter {
        $0.section != .none && festival.programme.isUnzoned($0.section)
      }
      return left.isEmpty ? nil : "\(left.count) places without a zone"
    }
    #expect(choices > 300, "\(choices)")
  }

  @Test(arguments: [
    ("zones: {opens_s: 1000}", "zones open at 1000.0 s, after sign-up ends at 1000.0 s"),
    ("zones: {opens_s: 500, choose_until_s: 400}", "give a later zones.choose_until_s"),
    ("zones: {opens_s: 500, choose_until_s: 1200}", "after the deadline of sign-up at 1000.0 s"),
    ("zones: {}", "opens_s"),
  ])
  func `moments at which nobody could choose are refused`(text: String, sentence: String) {
    let fault = Given.fault("programme: {kind: 'synthetic', \(Given.slots)}, \(Given.volunteers), \(text)")
    #expect(fault.contains(sentence), "\(fault)")
  }

  @Test func `zones that no post has are told`() throws {
    let scenario = try Given.scenario(
      "programme: {kind: 'synthetic', zones: 0, \(Given.slots)}, \(Given.volunteers), zones: {opens_s: 5}")
    #expect(scenario.idleFields.contains { $0.reason == "no post has zones" })
    let world = try Given.world(
      posts: "post,slot,begin_s,end_s,places\ndesk,day,2000,3000,1",
      volunteers: "volunteer_id,sign_up_s,slot,post\n1,0,day,desk", more: "zones: {opens_s: 5}")
    #expect(world.notices == ["zones: no post of the programme has zones, so `zones` has no effect"])
  }

  @Test func `figures and columns say who has a zone, how, and when`() throws {
    let world = try Given.world(
      posts: """
        post,slot,begin_s,end_s,zone,places
        hall,day,2000,3000,north,2
        hall,day,2000,3000,south,1
        """,
      volunteers: "volunteer_id,sign_up_s,slot,post,zone\n1,0,day,hall,south\n2,5,day,hall,\n3,700,day,hall,",
      more: "zones: {opens_s: 500, delay: 150}")
    let run = try world.run(.init())
    let figures = run.measured()
    #expect(figures[ShiftsMetric.zoneRatio] == 1 && figures[ShiftsMetric.zonesChosen] == 2)
    #expect(figures[ShiftsMetric.zonesAssigned] == 0)
    #expect(figures[ShiftsMetric.timeToZone, .mean] == 150)
    #expect(run.records.lifecycle.requests.map(\.section.rawValue) == [1, 0, 0])
    #expect(run.explanation(of: 0).contains("zone chosen at"))
    #expect(run.ownFeatures.count == 1)
  }
}

/// All orders of `elements`.
private func permutations(of elements: [Int]) -> [[Int]] {
  guard let first = elements.first else { return [[]] }
  return permutations(of: Array(elements.dropFirst())).flatMap { rest in
    (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
  }
}

/// Who has which zone in the end, told as a plain list of moments: written apart from the sources.
private struct ZoneAccount {
  /// The section of each volunteer: a zone of the hall by its number, the desk as the next number, −1 for nothing.
  private(set) var zones: [Int]
  private var left: [Int32]
  private var hallLeft: Int32
  private var deskLeft = 1
  /// Those who are in the hall and have no zone.
  private var waiting: Set<Int> = []

  init(_ festival: Festival, _ lists: [[Wish]], sizes: [Int32], hall: Int32?, seed: UInt64) {
    zones = Array(repeating: -1, count: lists.count)
    left = sizes
    let all = sizes.reduce(0, +)
    hallLeft = min(hall ?? all, all)
    // (time, what, volunteer, number of the wish); at the same time choices come before requests.
    var moments: [(time: Int64, what: Int, volunteer: Int, wish: Int)] = [(900_000, 0, 0, 0)]
    let random = RandomSource(seed: seed, replication: 0)
    for (id, list) in lists.enumerated() {
      let signUp = festival.volunteers[id].signUp.rawValue
      for wish in list.indices { moments.append((signUp + Int64(wish) * 60_000, 2, id, wish)) }
      var draws = random.stream(.zoneChoice, UInt64(id) * 65_536)
      let delay = Law.exponential(mean: 200).span(&draws).rawValue
      if signUp < 500_000, 500_000 + delay < 900_000 { moments.append((500_000 + delay, 1, id, 0)) }
    }
    for moment in moments.sorted(by: { ($0.time, $0.what) < ($1.time, $1.what) }) {
      switch moment.what {
      case 0:
        let order = waiting.sorted { festival.volunteers[$0].signUp < festival.volunteers[$1].signUp }
        for volunteer in order { choose(volunteer, lists[volunteer]) }
      case 1: if waiting.contains(moment.volunteer) { choose(moment.volunteer, lists[moment.volunteer]) }
      default: ask(moment.volunteer, lists[moment.volunteer][moment.wish], isOpen: moment.time >= 500_000)
      }
    }
  }

  private mutating func choose(_ volunteer: Int, _ list: [Wish]) {
    waiting.remove(volunteer)
    for wish in list where wish.shift == 0 {
      if wish.section == .none { break }
      if left[Int(wish.section)] > 0 { return take(volunteer, Int(wish.section)) }
    }
    if let zone = largest { take(volunteer, zone) }
  }

  private var largest: Int? {
    let most = left.max() ?? 0
    return most > 0 ? left.firstIndex(of: most) : nil
  }

  private mutating func take(_ volunteer: Int, _ zone: Int) {
    zones[volunteer] = zone
    left[zone] -= 1
  }

  private mutating func ask(_ volunteer: Int, _ wish: Wish, isOpen: Bool) {
    guard zones[volunteer] < 0, !waiting.contains(volunteer) else { return }
    if wish.shift == 1 {
      guard deskLeft > 0 else { return }
      deskLeft -= 1
      zones[volunteer] = left.count
      return
    }
    guard hallLeft > 0 else { return }
    if isOpen {
      let zone = wish.section == .none ? largest : left[Int(wish.section)] > 0 ? Int(wish.section) : nil
      guard let zone else { return }
      take(volunteer, zone)
    } else {
      waiting.insert(volunteer)
    }
    hallLeft -= 1
  }
}
