import Quantities

/// How many places are taken, by section and by shift.
public struct Occupancy: Sendable {
  public private(set) var takenOfSection: [Int32]
  public private(set) var takenOfShift: [Int32]
  /// How many are taken in all.
  public private(set) var taken = 0

  /// Nothing is taken.
  public init(of programme: Programme) {
    takenOfSection = Array(repeating: 0, count: programme.sections.count)
    takenOfShift = Array(repeating: 0, count: programme.shifts.count)
  }

  /// How many places `shift` has left.
  public func free(_ shift: ShiftIndex, _ programme: Programme) -> Int32 {
    programme.shifts[shift].capacity - takenOfShift[Int(shift)]
  }

  /// How many places `section` has left, whatever its shift has.
  public func free(_ section: SectionIndex, _ programme: Programme) -> Int32 {
    programme.sections[section].capacity - takenOfSection[Int(section)]
  }

  /// The section of `shift` with the most places left, the first of equals; nil where none has any.
  public func emptiest(of shift: ShiftIndex, _ programme: Programme) -> SectionIndex? {
    guard free(shift, programme) > 0 else { return nil }
    var best: SectionIndex?
    var most: Int32 = 0
    for section in programme.shifts[shift].sections {
      let free = free(section, programme)
      if free > most { (best, most) = (section, free) }
    }
    return best
  }

  /// Takes a place.
  ///
  /// - Precondition: `section` and its shift have one left.
  public mutating func take(_ section: SectionIndex, _ programme: Programme) {
    let shift = programme.sections[section].shift
    precondition(free(section, programme) > 0 && free(shift, programme) > 0, "a place is taken once")
    takenOfSection[Int(section)] += 1
    takenOfShift[Int(shift)] += 1
    taken += 1
  }

  /// Gives a place back.
  ///
  /// - Precondition: one is taken.
  public mutating func give(back section: SectionIndex, _ programme: Programme) {
    let shift = programme.sections[section].shift
    precondition(takenOfSection[Int(section)] > 0, "only what is taken is given back")
    takenOfSection[Int(section)] -= 1
    takenOfShift[Int(shift)] -= 1
    taken -= 1
  }
}
