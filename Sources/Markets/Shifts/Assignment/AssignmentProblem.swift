public import Quantities

/// An assignment problem: sign-ups that are decided together, with the sections each person may get and the free
/// places.
///
/// A solution gives each claim one section of its slot or none. No section or shift may exceed its free places, and
/// nobody may get more shifts than they accept, or two shifts in joined slots.
public struct AssignmentProblem: Sendable {
  public let programme: Programme
  /// The free places of each section, including the places held by claims.
  public var freeOfSection: [Int32]
  /// The free places of each shift, including the places held by claims.
  public var freeOfShift: [Int32]
  /// The claims, sorted by person, then slot.
  public private(set) var claims: [Claim] = []
  /// The maximum number of sections that each person may get in addition to those they hold.
  public private(set) var limits: [Int32] = []
  /// The wishes of all claims.
  public private(set) var wishes: [Wish] = []

  /// A person's claim to a section of a slot.
  public struct Claim: Hashable, Sendable {
    /// The number of the person, counting from 0 in ascending order of id.
    public let person: Int32
    public let slot: SlotIndex
    /// The section that the person holds and will keep or exchange; `.none` if they hold none.
    public let held: SectionIndex
    /// Whether the wishes are a set of equally preferred posts, with no alternatives.
    public let isSet: Bool
    /// The indices of the wishes, best first; those of a set are in programme order.
    public let wishes: Range<Int32>
    var wishCount: Int32 { wishes.upperBound - wishes.lowerBound }
  }

  /// Creates a problem without claims, in which all places are free.
  public init(_ programme: Programme) {
    self.programme = programme
    freeOfSection = programme.sections.map(\.capacity)
    freeOfShift = programme.shifts.map(\.capacity)
  }

  /// Appends a person who may get up to `limit` sections, and returns the person's number.
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

  /// Returns the rank of `section` for `claim`: 1 for the first wish, and the number of wishes + 1 for a section
  /// without a wish. All sections of a set rank 1.
  public func rank(of section: SectionIndex, for claim: Claim) -> Int32 {
    let shift = programme.sections[section].shift
    let place = claim.wishes.first { wishes[Int($0)].isMet(by: section, of: shift) }
    if claim.isSet, place != nil { return 1 }
    return (place ?? claim.wishes.upperBound) - claim.wishes.lowerBound + 1
  }

  /// Returns the score of `solution`, which contains a section or `.none` for each claim.
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

/// The score of a solution. A solution is better if it fills more places; ties are broken by a more even shortage, then
/// by a lower sum of ranks, then by fewer moves.
public struct AssignmentScore: Hashable, Sendable {
  /// The number of claims that get or keep a section.
  public var filled = 0
  /// The number of claims whose held section changes.
  public var moves = 0
  /// The sum of the ranks of the assigned sections.
  public var ranks = 0

  public init() {}
}
