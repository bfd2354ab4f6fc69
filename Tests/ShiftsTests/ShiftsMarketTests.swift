import Lifecycle
import Quantities
import Statistics
import TestSupport
import Testing

@testable import Shifts

struct ShiftsMarketTests {
  /// Two slots that follow each other, a desk with one place in both, and a hall with two zones of one place in the first.
  private func small() -> Festival {
    Festival(
      programme: Programme(
        slots: [
          Slot("morning", begin: Milliseconds(seconds: 1000), end: Milliseconds(seconds: 1100)),
          Slot("noon", begin: Milliseconds(seconds: 1100), end: Milliseconds(seconds: 1200)),
        ],
        zones: ["north", "south"],
        posts: [
          Post("desk", slots: [0, 1], capacity: 1),
          Post("hall", slots: [0], zones: [.init(0, places: 1), .init(1, places: 1)]),
        ]))
  }

  private func rules(_ change: (inout Rules) -> Void = { _ in }) -> Rules {
    var rules = Rules(random: RandomSource(seed: 1, replication: 0))
    change(&rules)
    return rules
  }

  private func run(
    _ festival: Festival, _ rules: Rules, assignment: AssignmentPolicy = .none,
    deadline: Double = 500, _ change: (inout ShiftRules) -> Void = { _ in }
  ) throws -> ShiftsRecords {
    var own = ShiftRules()
    own.deadline = Milliseconds(seconds: deadline)
    own.fields.matching.assignment = assignment
    change(&own)
    return try ShiftsSimulation(festival, rules: rules, shiftRules: own).records()
  }

  private let desk = ShiftIndex(rawValue: 0)
  private let hall = ShiftIndex(rawValue: 2)

  @Test func `who comes first is served first, and a full post sends the next to their second wish`() throws {
    var festival = small()
    let north = try #require(festival.programme.section(of: hall, in: 0))
    festival.append(
      id: 1, signUp: Milliseconds(seconds: 1), isFlexible: false, wishes: [(0, [Wish(desk)])])
    festival.append(
      id: 2, signUp: Milliseconds(seconds: 2), isFlexible: false,
      wishes: [(0, [Wish(desk), Wish(hall, in: north)])])
    festival.append(
      id: 3, signUp: Milliseconds(seconds: 3), isFlexible: false,
      wishes: [(0, [Wish(hall, in: north), Wish(hall)])])
    festival.append(
      id: 4, signUp: Milliseconds(seconds: 4), isFlexible: false,
      wishes: [(0, [Wish(hall, in: north), Wish(hall)])])
    let records = try run(festival, rules()).lifecycle
    #expect(
      records.attempts.map { "\($0.request) \($0.cause?.rawValue ?? "\($0.section)")" } == [
        "0 0", "1 post_full", "1 2", "2 zone_full", "2 3", "3 post_full", "3 post_full",
      ])
    #expect(records.requests.map(\.outcome) == [.worked, .worked, .worked, .unmatched])
    #expect(records.requests.map(\.cause) == [nil, nil, nil, .postFull])
    #expect(records.requests[1].ended == Milliseconds(seconds: 1000))
    #expect(records.attempts.map(\.rank) == [1, 0, 2, 0, 2, 0, 0])
  }

  @Test func `a volunteer is not in two slots that overlap, nor in more shifts than they take`() throws {
    var festival = Festival(
      programme: Programme(
        slots: [
          Slot("a", begin: Milliseconds(1000), end: Milliseconds(2000)),
          Slot("b", begin: Milliseconds(1500), end: Milliseconds(2500)),
          Slot("c", begin: Milliseconds(2500), end: Milliseconds(3000)),
          Slot("d", begin: Milliseconds(3000), end: Milliseconds(4000)),
        ],
        posts: [Post("desk", slots: [0, 1, 2, 3], capacity: 9)]))
    festival.append(
      id: 1, signUp: .zero, isFlexible: true, maxShifts: 2,
      wishes: (0..<4).map { (SlotIndex($0), [Wish(ShiftIndex($0))]) })
    for assignment in AssignmentPolicy.allCases {
      let records = try run(festival, rules(), assignment: assignment, deadline: 0.5).lifecycle
      #expect(records.requests.map(\.outcome) == [.worked, .unmatched, .worked, .unmatched])
      #expect(records.requests.map(\.cause) == [nil, .slotTaken, nil, .shiftsEnough])
    }
  }

  @Test func `at the deadline flexible volunteers are assigned, and one is moved to a better wish`() throws {
    var festival = small()
    // The second gets the hall, as the desk is taken; the first withdraws; the third comes when sign-up is over for them.
    festival.append(
      id: 1, signUp: Milliseconds(seconds: 1), isFlexible: false, wishes: [(0, [Wish(desk)])])
    festival.append(
      id: 2, signUp: Milliseconds(seconds: 2), isFlexible: true, wishes: [(0, [Wish(desk), Wish(hall)])])
    festival.append(id: 3, signUp: Milliseconds(seconds: 3), isFlexible: true, wishes: [(0, [])])
    festival.append(id: 4, signUp: Milliseconds(seconds: 4), isFlexible: true, wishes: [(1, [])])
    var withdrawn = false
    for seed in 0..<200 {
      let rules = rules {
        $0.random = RandomSource(seed: UInt64(seed), replication: 0)
        $0.requesterCancelProbability = 0.3
      }
      let result = try run(festival, rules, assignment: .optimal)
      let records = result.lifecycle
      guard records.requests[0].outcome == .cancelledByVolunteer, let left = records.requests[0].ended,
        left < Milliseconds(seconds: 500), records.requests[1...].allSatisfy({ $0.outcome == .worked })
      else { continue }
      withdrawn = true
      #expect(records.requests[1].moves == 1 && records.requests[1].section == 0)
      #expect(
        records.requests[2].wasAssigned && records.requests[3].wasAssigned && !records.requests[1].wasAssigned
      )
      #expect(
        records.attempts.filter { $0.isAssignment }.map(\.time)
          == [500, 500].map { Milliseconds(seconds: $0) })
      let still = try run(festival, rules, assignment: .optimal) { $0.fields.matching.allowsMoves = false }
      #expect(still.lifecycle.requests[1].moves == 0 && still.lifecycle.requests[1].section == 2)
      break
    }
    #expect(withdrawn)
  }

  @Test func `greedy goes by sign-up, whoever has tried wishes until later`() throws {
    var festival = Festival(
      programme: Programme(
        slots: [Slot("day", begin: Milliseconds(seconds: 1000), end: Milliseconds(seconds: 1100))],
        posts: [Post("desk", slots: [0], capacity: 1), Post("bar", slots: [0], capacity: 1)]))
    let desk = Wish(ShiftIndex(0))
    festival.append(id: 1, signUp: Milliseconds(seconds: 1), isFlexible: false, wishes: [(0, [desk])])
    // The second is told that the desk is full, and is gathered after the third, who has no wish.
    festival.append(id: 2, signUp: Milliseconds(seconds: 2), isFlexible: true, wishes: [(0, [desk])])
    festival.append(id: 3, signUp: Milliseconds(seconds: 3), isFlexible: true, wishes: [(0, [])])
    let rules = rules { $0.retryInterval = Milliseconds(seconds: 60) }
    let requests = try run(festival, rules, assignment: .greedy).lifecycle.requests
    #expect(requests.map(\.outcome) == [.worked, .worked, .unmatched])
    #expect(requests[1].wasAssigned && requests[1].section == 1)
  }

  @Test(arguments: AssignmentPolicy.allCases)
  func `places, volunteers and outcomes balance at every moment of any run`(assignment: AssignmentPolicy) {
    var seen: Set<SignUpOutcome> = []
    var causes: Set<ShiftCause> = []
    var moves: Int32 = 0
    forAll(seeds: 0..<60) { seed in
      let festival = MadeUp.festival(seed: seed, volunteers: 60, slots: 4, posts: 4, flexible: 0.5)
      let records = try MadeUp.simulation(festival, seed: seed, assignment: assignment).records()
      for request in records.lifecycle.requests {
        seen.insert(request.outcome)
        moves += request.moves
        if let cause = request.cause { causes.insert(cause) }
      }
      return Self.fault(festival, records)
    }
    #expect(seen.isSuperset(of: [.worked, .noShow, .unmatched, .cancelledByVolunteer]))
    #expect(causes.isSuperset(of: [.slotTaken, .shiftsEnough, .postFull, .calledOff]))
    #expect((moves > 0) == (assignment == .optimal))
  }

  /// What is wrong with a finished run; nil where its ledger, its volunteers and its outcomes agree.
  static func fault(_ festival: Festival, _ records: ShiftsRecords) -> String? {
    let programme = festival.programme
    var ofSection = Array(repeating: 0, count: programme.sections.count)
    var ofShift = Array(repeating: 0, count: programme.shifts.count)
    var place = Array(repeating: SectionIndex.none, count: festival.requests.count)
    var time = Milliseconds.zero
    for change in records.ledger {
      guard change.time >= time else { return "the ledger goes back in time" }
      time = change.time
      let (section, shift) = (Int(change.section), Int(programme.sections[change.section].shift))
      guard change.taken <= 0 || place[Int(change.request)] == .none else {
        return "a second place for a sign-up"
      }
      guard change.taken > 0 || place[Int(change.request)] == change.section else {
        return "a place not taken"
      }
      ofSection[section] += change.taken
      ofShift[shift] += change.taken
      guard (0...Int(programme.sections[section].capacity)).contains(ofSection[section]),
        (0...Int(programme.shifts[shift].capacity)).contains(ofShift[shift])
      else { return "section \(section) or its shift is overfull at \(change.time)" }
      place[Int(change.request)] =
        change.taken > 0 ? change.section : change.taken < 0 ? .none : change.section
      guard change.taken > 0 else { continue }
      let request = festival.requests[change.request]
      let volunteer = festival.volunteers[request.volunteer]
      let others = volunteer.requests.filter { $0 != change.request && place[Int($0)] != .none }
      if others.count >= Int(volunteer.maxShifts) { return "volunteer \(volunteer.id) has too many shifts" }
      func slot(of section: SectionIndex) -> Slot {
        programme.slots[programme.shifts[programme.sections[section].shift].slot]
      }
      for other in others where slot(of: place[Int(other)]).overlaps(slot(of: change.section)) {
        return "volunteer \(volunteer.id) is in two slots"
      }
    }
    for (request, record) in records.lifecycle.requests.enumerated() {
      let holds = place[request] != .none
      let served = record.outcome == .worked || record.outcome == .noShow && !record.isReplaced
      if holds != served {
        return "ask \(request) ended as \(record.outcome) and \(holds ? "has" : "has no") place"
      }
      if holds, record.section != place[request] { return "ask \(request) is not where its record says" }
      if record.outcome == .inProgress { return "ask \(request) is left half-way" }
    }
    return nil
  }

  @Test func `the same volunteers draw the same, whoever else comes`() throws {
    let festival = MadeUp.festival(seed: 5, volunteers: 80, slots: 3, posts: 5, flexible: 0.4)
    var simulation = MadeUp.simulation(festival, seed: 5, assignment: .none)
    simulation.shiftRules.fields.behaviour.withdrawAllProbability = 0.3
    let all = try simulation.records().withdrawals
    var half = festival
    half.volunteers.removeLast(40)
    half.requests.removeLast(
      festival.requests.count - Int(try #require(half.volunteers.last).requests.upperBound))
    simulation.festival = half
    let some = try simulation.records()
    #expect(some.withdrawals.count == 40)
    // Who has nothing left to withdraw from, does not; but nobody withdraws at another time.
    for (early, late) in zip(some.withdrawals, all) where early != .never && late != .never {
      #expect(early == late)
    }
    #expect(zip(some.withdrawals, all).contains { $0 != .never && $0 == $1 })
  }
}
