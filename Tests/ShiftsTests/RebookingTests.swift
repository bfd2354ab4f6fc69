import Lifecycle
import Metrics
import Models
import Quantities
import Statistics
import TestSupport
import Testing

@testable import Shifts

/// Changes of confirmed sign-ups to another post, another slot, or both.
struct RebookingTests {
  /// Slots of an hour one after the other, with the same posts.
  private static func programme(slots: Int, posts: Int, places: Int32) -> Programme {
    let list = (0..<slots).map {
      Slot(
        "s\($0)", begin: Milliseconds(seconds: 10_000 + 3_600 * Double($0)),
        end: Milliseconds(seconds: 13_600 + 3_600 * Double($0)))
    }
    return Programme(
      slots: list,
      posts: (0..<posts).map { Post("p\($0)", slots: Array(list.places), capacity: places) })
  }

  private static func run(
    _ festival: Festival, _ change: (inout RebookingRules) -> Void, seed: UInt64 = 1
  ) throws -> ShiftsRecords {
    var rules = ShiftRules()
    rules.deadline = Milliseconds(seconds: 5_000)
    rules.fields.matching.assignment = .none
    var rebooking = RebookingRules()
    rebooking.probability = 1
    change(&rebooking)
    rules.fields.behaviour.changes = rebooking
    return try ShiftsSimulation(
      festival, rules: Rules(random: RandomSource(seed: seed, replication: 0)), shiftRules: rules
    ).records()
  }

  private static func only(_ kind: RebookingKind) -> (inout RebookingRules) -> Void {
    {
      $0.postWeight = kind == .post ? 1 : 0
      $0.slotWeight = kind == .slot ? 1 : 0
      $0.bothWeight = kind == .both ? 1 : 0
      $0.allWeight = kind == .all ? 1 : 0
    }
  }

  @Test(arguments: RebookingKind.allCases)
  func `a change of each kind leads where its name says, in one step`(kind: RebookingKind) throws {
    var festival = Festival(programme: Self.programme(slots: 4, posts: 3, places: 50))
    for id in 0..<40 as Range<Int64> {
      festival.append(
        id: id, signUp: .zero, isFlexible: false,
        wishes: [
          (0, [Wish(festival.programme.shiftsOfSlot[0][0])]),
          (1, [Wish(festival.programme.shiftsOfSlot[1][1])]),
        ])
    }
    let records = try Self.run(festival, Self.only(kind))
    #expect(records.rebookings.count == (kind == .all ? 160 : 80))
    let programme = festival.programme
    for rebooking in records.rebookings {
      let (from, to) = (programme.sections[rebooking.from].shift, try #require(rebooking.wished).shift)
      let isSamePost = programme.shifts[from].post == programme.shifts[to].post
      let isSameSlot = programme.shifts[from].slot == programme.shifts[to].slot
      #expect(isSamePost == (kind == .slot) && isSameSlot == (kind == .post))
      #expect(rebooking.new != .none && programme.sections[rebooking.new].shift == to)
    }
    #expect(ShiftsMarketTests.fault(festival, records) == nil)
    // All places of one change are given up and taken at one moment.
    let changes = records.ledger.filter { [.rebookedFrom, .rebookedTo].contains($0.kind) }
    var next = changes[...]
    while let first = next.first {
      let size = kind == .all ? 2 : 1
      let step = next.prefix(2 * size)
      #expect(step.allSatisfy { $0.time == first.time })
      let kinds: [PlaceChange.Kind] = step.map(\.kind)
      #expect(
        kinds == Array(repeating: .rebookedFrom, count: size) + Array(repeating: .rebookedTo, count: size))
      next = next.dropFirst(2 * size)
    }
    for (request, record) in records.requests.enumerated() {
      let section = records.lifecycle.requests[request].section
      #expect(record.slot == programme.shifts[programme.sections[section].shift].slot)
      #expect(record.firstSlot == festival.requests[request].slot)
      #expect(records.lifecycle.requests[request].outcome == .worked)
      // The slot that the volunteer works in is the one that was changed to.
      #expect(records.lifecycle.requests[request].ended == programme.slots[record.slot].begin)
    }
  }

  @Test func `a change without a place for each sign-up leaves everything as it was`() throws {
    // One place for each post of three slots; the volunteer has two of them, and all others are taken.
    var festival = Festival(programme: Self.programme(slots: 3, posts: 2, places: 1))
    let shifts = festival.programme.shiftsOfSlot
    festival.append(
      id: 1, signUp: .zero, isFlexible: false, wishes: [(0, [Wish(shifts[0][0])]), (1, [Wish(shifts[1][0])])])
    festival.append(
      id: 2, signUp: .zero, isFlexible: false,
      wishes: [(0, [Wish(shifts[0][1])]), (1, [Wish(shifts[1][1])]), (2, [Wish(shifts[2][0])])])
    festival.append(id: 3, signUp: .zero, isFlexible: false, wishes: [(2, [Wish(shifts[2][1])])])
    for seed in 0..<20 as Range<UInt64> {
      let records = try Self.run(festival, Self.only(.all), seed: seed)
      #expect(records.rebookings.count >= 3 && records.rebookings.allSatisfy { $0.new == .none })
      #expect(records.ledger.allSatisfy { [.held, .confirmed].contains($0.kind) })
      #expect(records.requests == festival.requests)
    }
  }

  @Test func `sign-ups are changed with the probability and the weights given, evenly until the deadline`()
    throws
  {
    var festival = Festival(programme: Self.programme(slots: 4, posts: 3, places: 5_000))
    for id in 0..<4_000 as Range<Int64> {
      festival.append(
        id: id, signUp: .zero, isFlexible: false, wishes: [(0, [Wish(festival.programme.shiftsOfSlot[0][0])])]
      )
    }
    let records = try Self.run(festival) {
      $0.probability = 0.3
      $0.postWeight = 2
      $0.allWeight = 0
    }
    func z(_ found: Int, of count: Int, _ share: Double) -> Double {
      (Double(found) - share * Double(count)) / (share * (1 - share) * Double(count)).squareRoot()
    }
    let changes = records.rebookings
    #expect(abs(z(changes.count, of: 4_000, 0.3)) < 3.5)
    for (kind, share) in [(RebookingKind.post, 0.5), (.slot, 0.25), (.both, 0.25)] {
      #expect(abs(z(changes.count { $0.kind == kind }, of: changes.count, share)) < 3.5, "\(kind)")
    }
    var times = RunningStatistics()
    for change in changes { times.add(change.time.seconds) }
    #expect(abs(try #require(times.zScore(expected: 2_500))) < 3.5)
    // The three other slots are equally likely.
    let slots = changes.filter { $0.kind == .slot }.compactMap { change in
      change.wished.map { festival.programme.shifts[$0.shift].slot }
    }
    for slot in 1...3 {
      #expect(abs(z(slots.count { Int($0) == slot }, of: slots.count, 1.0 / 3)) < 3.5)
    }
  }

  @Test func `nobody is ever booked twice, in any run`() {
    var made: [RebookingKind: Int] = [:]
    var refused = 0
    forAll(seeds: 0..<100) { seed in
      var festival = MadeUp.festival(seed: seed, volunteers: 60, slots: 5, posts: 4, flexible: 0.4)
      if seed % 2 == 0 { festival.programme.addUnzonedSections() }
      var simulation = MadeUp.simulation(festival, seed: seed, assignment: .optimal)
      var rebooking = RebookingRules()
      rebooking.probability = 0.8
      simulation.shiftRules.fields.behaviour.changes = rebooking
      simulation.shiftRules.fields.behaviour.changeProbability = 0.3
      simulation.shiftRules.fields.matching.reserveShare = 0.2
      if seed % 2 == 0 {
        var zones = ZoneRules()
        zones.opens = Milliseconds(seconds: 600)
        zones.delay = .exponential(mean: 200)
        simulation.shiftRules.fields.zones = zones
      }
      let records = try simulation.records()
      for change in records.rebookings {
        if change.new == .none { refused += 1 } else { made[change.kind, default: 0] += 1 }
      }
      return Self.doubleBooking(festival, records) ?? ShiftsMarketTests.fault(festival, records)
    }
    #expect(RebookingKind.allCases.allSatisfy { made[$0, default: 0] > 50 }, "\(made)")
    #expect(refused > 100, "\(refused)")
  }

  /// Somebody in two places at one moment, by the ledger alone; nil where nobody is.
  private static func doubleBooking(_ festival: Festival, _ records: ShiftsRecords) -> String? {
    let programme = festival.programme
    var held = Array(repeating: [SectionIndex](), count: festival.volunteers.count)
    for change in records.ledger where change.taken != 0 {
      let volunteer = Int(festival.requests[change.request].volunteer)
      guard change.taken > 0 else {
        guard let place = held[volunteer].firstIndex(of: change.section) else { return "no such place" }
        held[volunteer].remove(at: place)
        continue
      }
      let slot = programme.slots[programme.shifts[programme.sections[change.section].shift].slot]
      for other in held[volunteer] {
        let taken = programme.slots[programme.shifts[programme.sections[other].shift].slot]
        if slot.begin < taken.end, taken.begin < slot.end {
          return "volunteer \(volunteer) is in \(slot.name) and \(taken.name) at \(change.time)"
        }
      }
      held[volunteer].append(change.section)
      if held[volunteer].count > Int(festival.volunteers[volunteer].maxShifts) { return "too many shifts" }
    }
    return nil
  }

  @Test(arguments: [
    (
      "changes: {post_weight: 0, slot_weight: 0, both_weight: 0, all_weight: 0}",
      "all weights of changes are 0"
    ),
    ("changes: {probability: 0}", "probability"),
  ])
  func `changes that could have no effect are refused`(text: String, sentence: String) {
    let fault = Given.fault(
      "programme: {kind: 'synthetic', \(Given.slots)}, \(Given.volunteers), behaviour: {\(text)}")
    #expect(fault.contains(sentence), "\(fault)")
  }

  @Test func `a programme of one slot has no other to change to`() {
    let slot = "slots: [{name: 'day', begin_s: 2000, end_s: 3000}]"
    let text = "programme: {kind: 'synthetic', \(slot)}, \(Given.volunteers), behaviour: "
    #expect(Given.fault(text + "{changes: {}}").contains("give the weight 0 to: slot_weight, both_weight"))
    #expect(
      Given.fault(text + "{changes: {slot_weight: 0, both_weight: 0, all_weight: 0}}").isEmpty)
  }

  @Test func `figures count the changes asked for and made, each once`() throws {
    let (scenario, folder) = try Given.shipped(
      "shifts", overrides: ["volunteers.count=200", "behaviour.changes={probability: 0.5}"])
    let run = try ShiftsWorld(scenario, folder: folder).run(.init())
    let figures = run.measured()
    let changes = Dictionary(grouping: run.records.rebookings, by: \.number)
    #expect(figures[ShiftsMetric.rebookings] == Double(changes.count) && changes.count > 50)
    // Sign-ups of one change fare alike.
    #expect(changes.values.allSatisfy { rows in Set(rows.map { $0.new == .none }).count == 1 })
    let made = changes.values.count { $0[0].new != .none }
    #expect(figures[ShiftsMetric.rebookedRatio] == Double(made) / Double(changes.count))
    let kinds = RebookingKind.allCases.compactMap { figures[ShiftsMetric.rebooked($0)] }
    #expect(kinds.reduce(0, +) == Double(made))
  }
}
