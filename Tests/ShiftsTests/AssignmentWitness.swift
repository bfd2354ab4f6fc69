import Quantities
import Statistics

@testable import Shifts

/// Every solution of a small assignment, one by one, by rules written apart from those of the sources.
struct AssignmentWitness {
  let problem: AssignmentProblem
  private(set) var best: [SectionIndex] = []
  private(set) var bestKey: [Int] = []
  private(set) var seen = 0
  private var current: [SectionIndex]

  init(_ problem: AssignmentProblem) {
    self.problem = problem
    current = Array(repeating: .none, count: problem.claims.count)
    search(0)
  }

  /// The rules alone, without a search.
  init(empty problem: AssignmentProblem) {
    self.problem = problem
    current = []
  }

  /// Places filled (more is better), the shortages of the slots, the worst first, the sum of ranks, moves, then the rank of each
  /// claim (none last), then the section of each: the lexicographically smallest key is the solution.
  func key(_ solution: [SectionIndex]) -> [Int] {
    var filled = 0
    var moves = 0
    var sum = 0
    var ranks: [Int] = []
    for (claim, section) in zip(problem.claims, solution) {
      guard section != .none else {
        ranks.append(1000)
        continue
      }
      filled += 1
      let rank = rank(section, claim)
      // All posts of a set are equally welcome; of equal solutions the first in the list counts.
      sum += claim.isSet ? 1 : rank
      let isMove = claim.held != .none && claim.held != section
      moves += isMove ? 1 : 0
      ranks.append(claim.held == section ? 0 : rank)
    }
    return [-filled] + shortages(solution) + [sum, moves] + ranks + solution.map { Int($0.rawValue) }
  }

  /// The share of each slot's places that nobody has, in parts of a number that all numbers of places divide, the largest first.
  func shortages(_ solution: [SectionIndex]) -> [Int] {
    let programme = problem.programme
    var places = Array(repeating: 0, count: programme.slots.count)
    var empty = places
    for (shift, free) in zip(programme.shifts, problem.freeOfShift) {
      places[Int(shift.slot)] += Int(shift.capacity)
      empty[Int(shift.slot)] += Int(free)
    }
    for section in solution where section != .none {
      empty[Int(programme.shifts[programme.sections[section].shift].slot)] -= 1
    }
    let needed = places.indices.filter { places[$0] > 0 }
    let unit = needed.reduce(1) { $0 * places[$1] }
    return needed.map { empty[$0] * (unit / places[$0]) }.sorted(by: >)
  }

  private func rank(_ section: SectionIndex, _ claim: AssignmentProblem.Claim) -> Int {
    let list = problem.wishes[Int(claim.wishes.lowerBound)..<Int(claim.wishes.upperBound)]
    var rank = 1
    for wish in list {
      if wish.section == section { return rank }
      if wish.section == .none, problem.programme.sections[section].shift == wish.shift { return rank }
      rank += 1
    }
    return rank
  }

  /// What is wrong with a solution; nil where it keeps all rules.
  func fault(_ solution: [SectionIndex]) -> String? {
    let programme = problem.programme
    var sections: [Int: Int] = [:]
    var shifts: [Int: Int] = [:]
    for (claim, section) in zip(problem.claims, solution) {
      if claim.held != .none, section == .none { return "somebody loses what they held" }
      guard section != .none else { continue }
      let shift = programme.sections[section].shift
      if programme.shifts[shift].slot != claim.slot { return "a section of another slot" }
      let list = problem.wishes[Int(claim.wishes.lowerBound)..<Int(claim.wishes.upperBound)]
      let isInSet = list.contains { $0.section == section || $0.section == .none && $0.shift == shift }
      if claim.isSet, !isInSet { return "a section that is none of the set" }
      sections[Int(section), default: 0] += 1
      shifts[Int(shift), default: 0] += 1
    }
    for (section, count) in sections where count > Int(problem.freeOfSection[section]) {
      return "section \(section) takes \(count)"
    }
    for (shift, count) in shifts where count > Int(problem.freeOfShift[shift]) {
      return "shift \(shift) takes \(count)"
    }
    for person in problem.limits.indices {
      let slots = problem.claims.indices.filter {
        Int(problem.claims[$0].person) == person && problem.claims[$0].held == .none && solution[$0] != .none
      }.map { problem.claims[$0].slot }
      if slots.count > Int(problem.limits[person]) { return "person \(person) has too many" }
      for (index, slot) in slots.enumerated() {
        for other in slots[(index + 1)...] where areJoined(slot, other) {
          return "person \(person) is in two slots"
        }
      }
    }
    return nil
  }

  /// Whether overlaps lead from one slot to the other: by walking, not by sweeping.
  private func areJoined(_ a: SlotIndex, _ b: SlotIndex) -> Bool {
    let slots = problem.programme.slots
    var reached: [SlotIndex] = [a]
    var next = 0
    while next < reached.count {
      for slot in slots.places where !reached.contains(slot) && slots[slot].overlaps(slots[reached[next]]) {
        reached.append(slot)
      }
      next += 1
    }
    return reached.contains(b)
  }

  private mutating func search(_ claim: Int) {
    guard claim < problem.claims.count else {
      seen += 1
      guard fault(current) == nil else { return }
      let key = key(current)
      if bestKey.isEmpty || key.lexicographicallyPrecedes(bestKey) { (best, bestKey) = (current, key) }
      return
    }
    let programme = problem.programme
    for section in programme.sections.places
    where programme.shifts[programme.sections[section].shift].slot == problem.claims[claim].slot {
      current[claim] = section
      search(claim + 1)
    }
    current[claim] = .none
    search(claim + 1)
  }
}

/// Made-up festivals and assignments, small enough for the witness or as large as wanted.
enum MadeUp {
  static func programme(_ draws: inout KeyedGenerator, slots: Int, posts: Int, overlap: Bool) -> Programme {
    var list: [Slot] = []
    for slot in 0..<slots {
      let begin = Int64(slot) * 100
      let length: Int64 = overlap && draws.happens(withProbability: 0.4) ? 150 : 100
      list.append(Slot("s\(slot)", begin: Milliseconds(begin), end: Milliseconds(begin + length)))
    }
    let zones = ["north", "south", "east"]
    let made = (0..<posts).map { number in
      let slots = list.places.filter { _ in draws.happens(withProbability: 0.8) }
      let hasZones = draws.happens(withProbability: 0.4)
      let places =
        hasZones
        ? (0..<2).map { Post.ZonePlaces(ZoneIndex($0), places: Int32(draws.integer(in: 0..<3))) } : []
      return Post(
        "p\(number)", slots: slots.isEmpty ? [0] : slots,
        capacity: hasZones && draws.happens(withProbability: 0.5) ? nil : Int32(draws.integer(in: 1..<3)),
        zones: places)
    }
    return Programme(slots: list, zones: zones, posts: made)
  }

  static func wishes(
    _ draws: inout KeyedGenerator, _ programme: Programme, slot: SlotIndex, most: Int
  ) -> [Wish] {
    let shifts = programme.shiftsOfSlot[Int(slot)]
    guard !shifts.isEmpty else { return [] }
    var list: [Wish] = []
    for _ in 0..<draws.integer(in: 0..<most + 1) {
      let shift = shifts[draws.integer(in: 0..<shifts.count)]
      let sections = Array(programme.shifts[shift].sections)
      let isAny = draws.happens(withProbability: 0.5)
      let wish = Wish(shift, in: isAny ? .none : sections[draws.integer(in: 0..<sections.count)])
      if !list.contains(wish) { list.append(wish) }
    }
    return list
  }

  /// An assignment with up to so many claims; some persons hold a section, and some take few shifts.
  static func problem(
    _ draws: inout KeyedGenerator, slots: Int, posts: Int, claims: Int, wishes most: Int, overlap: Bool,
    heldShare: Double, limitShare: Double, setShare: Double = 0
  ) -> AssignmentProblem {
    let programme = programme(&draws, slots: slots, posts: posts, overlap: overlap)
    var problem = AssignmentProblem(programme)
    var rest = problem.freeOfSection
    var restOfShift = problem.freeOfShift
    while problem.claims.count < claims {
      let isLimited = draws.happens(withProbability: limitShare)
      _ = problem.appendPerson(limit: isLimited ? Int32(draws.integer(in: 0..<3)) : .max)
      var held: Set<SlotIndex> = []
      for slot in programme.slots.places where problem.claims.count < claims {
        guard !held.contains(programme.groups[Int(slot)]) else { continue }
        guard draws.happens(withProbability: 0.6) else { continue }
        let list = wishes(&draws, programme, slot: slot, most: most)
        let mine = problem.claims.contains {
          Int($0.person) == problem.limits.count - 1
            && programme.groups[Int($0.slot)] == programme.groups[Int(slot)]
        }
        let free = programme.shiftsOfSlot[Int(slot)].flatMap { Array(programme.shifts[$0].sections) }.filter {
          rest[Int($0)] > 0 && restOfShift[Int(programme.sections[$0].shift)] > 0
        }
        if !mine, let section = free.first, draws.happens(withProbability: heldShare) {
          rest[Int(section)] -= 1
          restOfShift[Int(programme.sections[section].shift)] -= 1
          held.insert(programme.groups[Int(slot)])
          problem.appendClaim(slot: slot, held: section, wishes: list)
        } else {
          let isSet = setShare > 0 && draws.happens(withProbability: setShare)
          let ordered = list.sorted { ($0.shift, $0.section) < ($1.shift, $1.section) }
          problem.appendClaim(slot: slot, isSet: isSet, wishes: isSet ? ordered : list)
        }
      }
    }
    return problem
  }
}
