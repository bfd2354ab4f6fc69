import Foundation
import Lifecycle
import Metrics
import Models
import Quantities
import Statistics
import TestSupport
import Testing

@testable import Shifts

/// Sign-ups for any one of several posts.
struct SetsTests {
  private static func problem(_ seed: UInt64, claims: Int, replication: UInt32 = 5) -> AssignmentProblem {
    var draws = KeyedGenerator(seed: seed, replication: replication, purpose: .rows)
    return MadeUp.problem(
      &draws, slots: 1 + Int(seed % 3), posts: 1 + Int(seed % 4), claims: claims, wishes: 3,
      overlap: seed % 2 == 0, heldShare: 0.3, limitShare: 0.4, setShare: 0.6)
  }

  @Test func `with sets the optimum is the one that trying all finds, on a thousand small festivals`() {
    var (sets, placed, moves) = (0, 0, 0)
    forAll(seeds: 0..<1000) { seed in
      let problem = Self.problem(seed, claims: 5)
      let solution = problem.optimalSolution()
      let witness = AssignmentWitness(problem)
      if let fault = witness.fault(solution) { return fault }
      for (claim, section) in zip(problem.claims, solution) where claim.isSet {
        sets += 1
        placed += section == .none ? 0 : 1
      }
      moves += problem.score(solution).moves
      return witness.key(solution) == witness.bestKey
        ? nil : "\(solution) \(witness.key(solution)) instead of \(witness.best) \(witness.bestKey)"
    }
    #expect(sets > 1000 && placed > 500 && placed < sets && moves > 0, "\(sets) \(placed) \(moves)")
  }

  @Test func `greedy takes for a set that of its posts with the most places left, and no other`() {
    var fewer = 0
    forAll(seeds: 0..<1000) { seed in
      let problem = Self.problem(seed, claims: 12, replication: 6)
      var turns = problem.limits.indices.map { Int32($0) }
      var draws = KeyedGenerator(seed: seed, replication: 7, purpose: .rows)
      draws.shuffle(&turns)
      let greedy = problem.greedySolution(turns: turns)
      if let fault = AssignmentWitness(empty: problem).fault(greedy) { return fault }
      let (least, most) = (problem.score(greedy).filled, problem.score(problem.optimalSolution()).filled)
      fewer += least < most ? 1 : 0
      return least <= most ? nil : "greedy fills \(least), the optimum \(most)"
    }
    #expect(fewer > 30, "\(fewer)")
    // A bar of three places, a desk of one and a gate of two: the set without the bar goes to the gate.
    let slot = Slot("day", begin: Milliseconds(0), end: Milliseconds(1))
    let posts = [("bar", 3), ("desk", 1), ("gate", 2)].map {
      Post($0.0, slots: [0], capacity: Int32($0.1))
    }
    var problem = AssignmentProblem(Programme(slots: [slot], posts: posts))
    for _ in 0..<4 {
      _ = problem.appendPerson()
      problem.appendClaim(slot: 0, isSet: true, wishes: [Wish(1), Wish(2)])
    }
    #expect(problem.greedySolution(turns: 0..<4) == [2, 1, 2, .none])
  }

  @Test func `a set waits for the deadline, gets one of its posts, and is no reserve`() throws {
    let world = try Given.world(
      posts: """
        post,slot,begin_s,end_s,places
        desk,day,2000,3000,1
        bar,day,2000,3000,1
        gate,day,2000,3000,5
        """,
      volunteers: """
        volunteer_id,sign_up_s,slot,post,any_of
        1,10,day,bar,true
        1,10,day,desk,true
        2,20,day,desk,
        3,30,day,desk,true
        3,30,day,bar,true
        """, more: "sets: {}, matching: {reserve_share: 0.5}")
    #expect(world.festival.requests.map(\.isSet) == [true, false, true])
    let run = try world.run(.init())
    let requests = run.records.lifecycle.requests
    // The second volunteer took the desk at once; the first has the lower id, and no post is left for the third.
    #expect(requests.map(\.section.rawValue) == [1, 0, -1])
    #expect(requests.map(\.wasAssigned) == [true, false, false])
    #expect(requests[2].cause == .postFull && !requests[2].isReserve)
    #expect(run.rank(of: 0) == 1 && run.records.lifecycle.attempts.count { $0.isAssignment } == 2)
    let figures = run.measured()
    #expect(figures[ShiftsMetric.sets] == 2 && figures[ShiftsMetric.setMatchRate] == 0.5)
    #expect(figures[ShiftsMetric.setPosts, .mean] == 2)
    #expect(SetPostRow.all(of: run).map { Int($0.wish.shift) } == [0, 1, 0, 1])
    #expect(run.explanation(of: 0).contains("wishes: any of desk, bar"))
  }

  @Test func `sets are as frequent as their share says, and leave all else as it was`() throws {
    func festival(_ overrides: [String]) throws -> Festival {
      let (scenario, folder) = try Given.shipped("shifts", overrides: ["volunteers.count=1000"] + overrides)
      return try ShiftsWorld(scenario, folder: folder).festival
    }
    let plain = try festival([])
    let sets = try festival(["sets={share: 0.4, posts_min: 2, posts_max: 5}"])
    let candidates = sets.requests.filter { !$0.isFlexible }
    let found = candidates.filter(\.isSet)
    let expected = 0.4 * Double(candidates.count)
    #expect(abs(Double(found.count) - expected) < 3.5 * (expected * 0.6).squareRoot())
    #expect(Set(found.map(\.wishes.count)) == [2, 3, 4, 5])
    for set in found {
      let shifts = set.wishes.map { sets.wishes[Int($0)].shift }
      #expect(shifts == shifts.sorted() && Set(shifts).count == shifts.count)
    }
    #expect(plain.volunteers.map(\.signUp) == sets.volunteers.map(\.signUp))
    func others(_ festival: Festival) -> [[Wish]] {
      zip(festival.requests, sets.requests).filter { !$1.isSet }.map { request, _ in
        request.wishes.map { festival.wishes[Int($0)] }
      }
    }
    #expect(others(plain) == others(sets))
  }

  @Test(arguments: [
    ("sets: {posts_min: 5}", "posts_min exceeds posts_max"),
    ("sets: {}, matching: {assignment: 'none'}", "sign-ups for a set of posts are decided at the deadline"),
    ("sets: {share: 0}", "share"),
  ])
  func `sets that could have no effect are refused`(text: String, sentence: String) {
    let fault = Given.fault("programme: {kind: 'synthetic', \(Given.slots)}, \(Given.volunteers), \(text)")
    #expect(fault.contains(sentence), "\(fault)")
  }

  @Test(arguments: [
    ("1,10,true,day,desk,true", "neither `flexible` nor `slot_flexible`"),
    ("1,10,,day,desk,true\n1,10,,day,bar,", "the same as in the earlier rows"),
  ])
  func `a set in a file names posts, in all rows of the slot`(rows: String, sentence: String) {
    do {
      _ = try Given.world(
        posts: "post,slot,begin_s,end_s,places\ndesk,day,2000,3000,1\nbar,day,2000,3000,1",
        volunteers: "volunteer_id,sign_up_s,flexible,slot,post,any_of\n" + rows, more: "sets: {}")
      Issue.record("the rows are taken")
    } catch { #expect("\(error)".contains(sentence), "\(error)") }
  }
}

/// The assignment against an integer programme that SciPy solves, for which the rules are written again in Python: 300
/// festivals with `DETOUR_FULL_VALIDATION=1`, otherwise 80.
struct SetsAgainstProgrammeTests {
  private static let python = SharedData.checkout.appending(path: ".build/python-venv/bin/python").path
  private static let hasSciPy = FileManager.default.isExecutableFile(atPath: python)

  @Test(.enabled(if: hasSciPy))
  func `festivals with sets are assigned as an integer programme assigns them`() throws {
    let count: UInt64 = isFullValidation ? 300 : 80
    let problems = (0..<count).map { seed -> String in
      var draws = KeyedGenerator(seed: seed, replication: 8, purpose: .rows)
      let problem = MadeUp.problem(
        &draws, slots: 1 + Int(seed % 4), posts: 2 + Int(seed % 5), claims: 16, wishes: 4,
        overlap: seed % 2 == 0, heldShare: 0.2, limitShare: 0.4, setShare: 0.6)
      return Self.json(problem, problem.optimalSolution())
    }
    let file = FileManager.default.temporaryDirectory.appending(path: "sets-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("[\(problems.joined(separator: ",\n"))]".utf8).write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: Self.python)
    process.arguments = [
      SharedData.checkout.appending(path: "Tests/Verifier/assignments.py").path, file.path,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(output)")
    #expect(output.contains("\(count) assignments are optimal"), "\(output)")
  }

  /// The problem in lists of numbers, and the solution.
  private static func json(_ problem: AssignmentProblem, _ solution: [SectionIndex]) -> String {
    let programme = problem.programme
    let claims = problem.claims.map { claim in
      let wishes = claim.wishes.map {
        "[\(problem.wishes[Int($0)].shift.rawValue),\(problem.wishes[Int($0)].section.rawValue)]"
      }
      return
        "[\(claim.person),\(claim.slot.rawValue),\(claim.held.rawValue),\(claim.isSet),[\(wishes.joined(separator: ","))]]"
    }
    return """
      {"slots":\(programme.slots.map { [$0.begin.rawValue, $0.end.rawValue] }),
      "shifts":\(programme.shifts.map { [Int($0.slot.rawValue), Int($0.capacity)] }),
      "sections":\(programme.sections.map { Int($0.shift.rawValue) }),
      "free_of_section":\(problem.freeOfSection),"free_of_shift":\(problem.freeOfShift),
      "limits":\(problem.limits),"claims":[\(claims.joined(separator: ","))],"solution":\(solution.map(\.rawValue))}
      """
  }
}
