public import Quantities

/// Sign-ups that are decided together: which person may get which section, and which places are free.
///
/// A solution gives each claim one section of its slot or none, so that no section or shift exceeds its free
/// places, nobody gets more shifts than they accept, and nobody gets two in joined slots.
public struct AssignmentProblem: Sendable {
  public let programme: Programme
  /// The free places by section, including those of claims that hold one.
  public var freeOfSection: [Int32]
  /// The free places of each shift, including those of claims that hold one.
  public var freeOfShift: [Int32]
  /// The claims ordered by person, then slot.
  public private(set) var claims: [Claim] = []
  /// The maximum number of sections each person may get besides those they hold.
  public private(set) var limits: [Int32] = []
  /// The wishes of all claims.
  public private(set) var wishes: [Wish] = []

  /// A person's claim to a section of a slot.
  public struct Claim: Hashable, Sendable {
    /// The number of the person, from 0, in the order of the ids.
    public let person: Int32
    public let slot: SlotIndex
    /// The section the person holds, and keeps or exchanges; `.none` if they hold none.
    public let held: SectionIndex
    /// Whether the wishes are a set of posts, all equally welcome, with no alternative.
    public let isSet: Bool
    /// The indices of the wishes, best first; those of a set in the order of the programme.
    public let wishes: Range<Int32>
    var wishCount: Int32 { wishes.upperBound - wishes.lowerBound }
  }

  /// Creates a problem without claims, in which all places are free.
  public init(_ programme: Programme) {
    self.programme = programme
    freeOfSection = programme.sections.map(\.capacity)
    freeOfShift = programme.shifts.map(\.capacity)
  }

  /// Appends a person who may get up to `limit` sections; returns their number.
  public mutating func appendPerson(limit: Int32 = .max) -> Int32 {
    limits.append(limit)
    return Int32(limits.count - 1)
  }

  /// Appends a claim of the last appended person.
  ///
  /// - Precondition: the slots of a person are in ascending order, and none is joined with a slot in which the
  ///   person holds a section.
  public mutating func appendClaim(
    slot: SlotIndex, held: SectionIndex = .none, isSet: Bool = false, wishes list: some Sequence<Wish>
  ) {
    let from = Int32(wishes.count)
    wishes += list
    claims.append(
      Claim(
        person: Int32(limits.count - 1), slot: slot, held: held, isSet: isSet,
        wishes: from..<Int32(wishes.count)))
  }

  /// Returns the rank that the claim gives `section`: 1 for the first wish, one more than the number of wishes for a
  /// section that was not wished for. All sections of a set rank 1.
  public func rank(of section: SectionIndex, for claim: Claim) -> Int32 {
    let shift = programme.sections[section].shift
    let place = claim.wishes.first { wishes[Int($0)].isMet(by: section, of: shift) }
    if claim.isSet, place != nil { return 1 }
    return (place ?? claim.wishes.upperBound) - claim.wishes.lowerBound + 1
  }

  /// Returns the score of a solution, which has a section or `.none` for each claim.
  public func score(_ solution: [SectionIndex]) -> AssignmentScore {
    var score = AssignmentScore()
    for (claim, section) in zip(claims, solution) where section != .none {
      score.filled += 1
      score.ranks += Int(rank(of: section, for: claim))
      if claim.held != .none, claim.held != section { score.moves += 1 }
    }
    return score
  }
}

/// The score of a solution: more filled places are better, then a more evenly spread shortage, then a lower sum of
/// ranks, then fewer moves.
public struct AssignmentScore: Hashable, Sendable {
  /// The number of claims that have a section.
  public var filled = 0
  /// The number of claims whose section has changed.
  public var moves = 0
  /// The sum of the ranks of the assigned sections.
  public var ranks = 0

  public init() {}
}
