public import Quantities

/// The slots, zones and posts for which volunteers are needed.
///
/// Each post has a shift in each of its slots. Each shift has one section per zone of the post, or a single section if
/// the post has no zones. Places are counted by section and, since a post may take fewer persons than its zones
/// together, by shift.
public struct Programme: Sendable {
  public let slots: [Slot]
  /// The names of the zones.
  public let zones: [String]
  public let posts: [Post]
  /// The shifts, sorted by post, then slot.
  public let shifts: [Shift]
  /// The sections, sorted by shift, then in the sequence in which the post lists its zones. If volunteers choose zones
  /// in a second step, sections without a zone follow for the posts that have zones.
  public private(set) var sections: [Section]
  /// The section without a zone of each shift; `.none` if zones are chosen together with the post, or the post has no
  /// zones.
  public private(set) var unzonedOfShift: [SectionIndex]
  /// The shifts of each slot, in ascending order.
  public let shiftsOfSlot: [[ShiftIndex]]
  /// The places that exist only from a later time, sorted by time, then section.
  public let openings: [Opening]
  /// The other slots that each slot overlaps.
  public let overlapping: [[SlotIndex]]
  /// The first slot of each slot's group. A group consists of slots joined by a chain of overlapping slots; a volunteer
  /// is assigned at most one shift per group.
  public let groups: [SlotIndex]

  /// A shift: a post in a slot.
  public struct Shift: Listed, Hashable, Sendable {
    public typealias Index = ShiftIndex

    public let post: PostIndex
    public let slot: SlotIndex
    /// The number of persons that it takes once all its places exist.
    public let capacity: Int32
    public let sections: Range<SectionIndex>
  }

  /// A section: a shift in a zone, or a whole shift if the post has no zones.
  public struct Section: Listed, Hashable, Sendable {
    public typealias Index = SectionIndex

    public let shift: ShiftIndex
    /// The zone; `.none` if the post has no zones.
    public let zone: ZoneIndex
    /// The number of persons that it takes once all its places exist.
    public let capacity: Int32
    /// The time from which at least one of its places exists.
    public let opens: Milliseconds
  }

  /// A number of places of a section that exist only from a given time.
  public struct Opening: Hashable, Sendable {
    public let time: Milliseconds
    public let section: SectionIndex
    public let places: Int32
  }

  /// Creates the programme.
  ///
  /// - Precondition: each slot ends after it begins; each post refers to slots and zones in the lists, and to none
  ///   twice; no more places open later than exist in total.
  public init(slots: [Slot], zones: [String] = [], posts: [Post]) {
    precondition(slots.allSatisfy { $0.begin < $0.end }, "a slot ends after it begins")
    self.slots = slots
    self.zones = zones
    self.posts = posts
    var shifts: [Shift] = []
    var sections: [Section] = []
    var openings: [Opening] = []
    for post in posts.places {
      for manning in posts[post].shifts.sorted(by: { $0.slot < $1.slot }) {
        let shift = ShiftIndex(shifts.count)
        let first = SectionIndex(sections.count)
        let whole = Post.ZonePlaces(.none, places: manning.capacity)
        for zone in manning.zones.isEmpty ? [whole] : manning.zones {
          let later = manning.later.filter { $0.zone == zone.zone && $0.opens > .zero }
          let isThere = zone.places > later.reduce(0) { $0 + $1.places }
          let opens = isThere ? .zero : later.map(\.opens).min() ?? .zero
          openings += later.map {
            Opening(time: $0.opens, section: SectionIndex(sections.count), places: $0.places)
          }
          sections.append(Section(shift: shift, zone: zone.zone, capacity: zone.places, opens: opens))
        }
        shifts.append(
          Shift(
            post: post, slot: manning.slot, capacity: manning.capacity,
            sections: first..<SectionIndex(sections.count)))
      }
    }
    self.shifts = shifts
    self.sections = sections
    unzonedOfShift = Array(repeating: .none, count: shifts.count)
    // A zone that opens after its post has grown has all its places from one moment on.
    self.openings = openings.ordered { ($0.time, $0.section) < ($1.time, $1.section) }.reduce(into: []) {
      let isSame = $0.last?.time == $1.time && $0.last?.section == $1.section
      let before = isSame ? $0.removeLast().places : 0
      $0.append(Opening(time: $1.time, section: $1.section, places: before + $1.places))
    }
    var shiftsOfSlot = Array(repeating: [ShiftIndex](), count: slots.count)
    for shift in shifts.places { shiftsOfSlot[Int(shifts[shift].slot)].append(shift) }
    self.shiftsOfSlot = shiftsOfSlot
    overlapping = slots.places.map { slot in
      slots.places.filter { $0 != slot && slots[$0].overlaps(slots[slot]) }
    }
    groups = Self.groups(of: slots)
  }

  /// Returns the group of each slot. In order of start, each slot joins the preceding group if it begins before all
  /// slots of that group have ended.
  private static func groups(of slots: [Slot]) -> [SlotIndex] {
    var groups = Array(slots.places)
    var group: [SlotIndex] = []
    var end = Milliseconds(.min)
    for slot in slots.places.ordered(by: { (slots[$0].begin, $0) < (slots[$1].begin, $1) }) {
      if slots[slot].begin >= end { group = [] }
      group.append(slot)
      end = max(end, slots[slot].end)
      if let least = group.min() { for member in group { groups[Int(member)] = least } }
    }
    return groups
  }

  /// Returns the shift of `post` in `slot`; nil if the post is not staffed in it.
  public func shift(of post: PostIndex, in slot: SlotIndex) -> ShiftIndex? {
    shiftsOfSlot[Int(slot)].first { shifts[$0].post == post }
  }

  /// Returns the section of `shift` in `zone`; nil if the post has no places in that zone.
  public func section(of shift: ShiftIndex, in zone: ZoneIndex) -> SectionIndex? {
    shifts[shift].sections.first { sections[$0].zone == zone }
  }

  /// Returns whether volunteers for the post of the shift have to choose a zone.
  public func hasZones(_ shift: ShiftIndex) -> Bool {
    sections[shifts[shift].sections.lowerBound].zone != .none
  }

  /// Adds a section without a zone to each shift of a post that has zones, for volunteers who choose their zone later.
  mutating func addUnzonedSections() {
    for shift in shifts.places where hasZones(shift) {
      unzonedOfShift[Int(shift)] = SectionIndex(sections.count)
      sections.append(
        Section(shift: shift, zone: .none, capacity: shifts[shift].capacity, opens: .zero))
    }
  }

  /// Returns whether `section` is the section for volunteers who have not yet chosen a zone of their post.
  @inlinable
  public func isUnzoned(_ section: SectionIndex) -> Bool {
    unzonedOfShift[Int(sections[section].shift)] == section
  }

  /// Returns the total number of persons needed in `slot`.
  public func places(in slot: SlotIndex) -> Int {
    shiftsOfSlot[Int(slot)].reduce(0) { $0 + Int(shifts[$1].capacity) }
  }

  /// The total number of persons needed, counting each slot separately.
  public var places: Int { shifts.reduce(0) { $0 + Int($1.capacity) } }
}

/// The index of a slot in the programme.
public struct SlotIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The index of a zone in the programme.
public struct ZoneIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The index of a post in the programme.
public struct PostIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The index of a shift, a post in a slot, in the programme.
public struct ShiftIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The index of a section (a shift in a zone, or a whole shift without zones) in the programme.
public struct SectionIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The index of a volunteer in the list of all volunteers.
public struct VolunteerIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The index of a volunteer's request for a slot in the list of all sign-ups.
public struct SignUpIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}
