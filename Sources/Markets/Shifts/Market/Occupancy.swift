public import Quantities

/// The numbers of places taken and of places that exist so far, by section and by shift.
public struct Occupancy: Sendable {
  public private(set) var takenOfSection: [Int32]
  public private(set) var takenOfShift: [Int32]
  /// The total number of places taken.
  public private(set) var taken = 0
  /// The number of places that do not exist yet, by section and by shift.
  private var closedOfSection: [Int32]
  private var closedOfShift: [Int32]
  /// The number of the programme's openings processed so far.
  private var opened = 0

  /// Creates an occupancy in which no place is taken and places that open later do not exist yet.
  public init(of programme: Programme) {
    takenOfSection = Array(repeating: 0, count: programme.sections.count)
    takenOfShift = Array(repeating: 0, count: programme.shifts.count)
    closedOfSection = takenOfSection
    closedOfShift = takenOfShift
    for opening in programme.openings { closedOfSection[Int(opening.section)] += opening.places }
    for opening in programme.openings { countClosed(programme.sections[opening.section].shift, programme) }
  }

  /// Opens all places whose opening time is at most `time`.
  ///
  /// - Complexity: O(1) amortised over the openings.
  public mutating func open(until time: Milliseconds, _ programme: Programme) {
    while opened < programme.openings.count, programme.openings[opened].time <= time {
      let opening = programme.openings[opened]
      opened += 1
      closedOfSection[Int(opening.section)] -= opening.places
      countClosed(programme.sections[opening.section].shift, programme)
    }
  }

  /// Updates the number of places of `shift` that do not exist yet; a shift takes no more persons than its sections
  /// have places.
  private mutating func countClosed(_ shift: ShiftIndex, _ programme: Programme) {
    let open = programme.shifts[shift].sections.reduce(Int32(0)) {
      $0 + programme.sections[$1].capacity - closedOfSection[Int($1)]
    }
    closedOfShift[Int(shift)] = max(0, programme.shifts[shift].capacity - open)
  }

  /// Returns the number of places of `shift` that exist so far, taken or free.
  public func places(of shift: ShiftIndex, _ programme: Programme) -> Int32 {
    programme.shifts[shift].capacity - closedOfShift[Int(shift)]
  }

  /// Returns the number of free places in `shift`.
  public func free(_ shift: ShiftIndex, _ programme: Programme) -> Int32 {
    places(of: shift, programme) - takenOfShift[Int(shift)]
  }

  /// Returns the number of free places in `section`, regardless of its shift.
  public func free(_ section: SectionIndex, _ programme: Programme) -> Int32 {
    programme.sections[section].capacity - closedOfSection[Int(section)] - takenOfSection[Int(section)]
  }

  /// Returns the section of `shift` with the most free places; ties go to the first. nil if the shift is full.
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

  /// Takes a place in `section`.
  ///
  /// - Precondition: `section` and its shift have a free place.
  public mutating func take(_ section: SectionIndex, _ programme: Programme) {
    let shift = programme.sections[section].shift
    precondition(free(section, programme) > 0 && free(shift, programme) > 0, "a place is taken once")
    takenOfSection[Int(section)] += 1
    takenOfShift[Int(shift)] += 1
    taken += 1
  }

  /// Releases a place in `section`.
  ///
  /// - Precondition: at least one place is taken.
  public mutating func give(back section: SectionIndex, _ programme: Programme) {
    let shift = programme.sections[section].shift
    precondition(takenOfSection[Int(section)] > 0, "only what is taken is given back")
    takenOfSection[Int(section)] -= 1
    takenOfShift[Int(shift)] -= 1
    taken -= 1
  }
}
