public import Quantities

/// A volunteer and their sign-ups.
public struct Volunteer: Listed, Hashable, Sendable {
  public typealias Index = VolunteerIndex

  /// The id in files, or the number of the volunteer's name.
  public var id: Int64
  /// The key of the volunteer's draws: their number, or a hash of their name.
  public var key: UInt64
  /// The time at which the volunteer signs up for all slots.
  public var signUp: Milliseconds
  /// Whether the volunteer may be assigned any post in any slot at the deadline.
  public var isFlexible: Bool
  /// The maximum number of shifts that the volunteer accepts; `.max` for no limit.
  public var maxShifts: Int32
  /// The volunteer's sign-ups, one per slot, in ascending order of slot.
  public var requests: Range<SignUpIndex>

  /// Creates a volunteer.
  public init(
    id: Int64, signUp: Milliseconds, isFlexible: Bool, maxShifts: Int32 = .max, requests: Range<SignUpIndex>
  ) {
    self.id = id
    key = UInt64(bitPattern: id)
    self.signUp = signUp
    self.isFlexible = isFlexible
    self.maxShifts = maxShifts
    self.requests = requests
  }
}

/// A sign-up: a volunteer's request to help in a slot, which is tried, confirmed, withdrawn or assigned as a unit.
public struct SlotRequest: Listed, Hashable, Sendable {
  public typealias Index = SignUpIndex

  public var volunteer: VolunteerIndex
  public var slot: SlotIndex
  /// The slot that the volunteer first signed up for.
  public let firstSlot: SlotIndex
  /// Its wishes, as a range in the list of all wishes, best first; empty for a flexible volunteer who accepts any
  /// remaining place.
  public var wishes: Range<Int32>
  /// Whether the volunteer accepts any post of the slot at the deadline.
  public var isFlexible: Bool
  /// Whether the wishes are a set of equally preferred posts, one of which is assigned at the deadline.
  public let isSet: Bool
  /// Whether the sign-up is decided together with others at the deadline, unless it already has a place.
  @inlinable public var isAssigned: Bool { isFlexible || isSet }

  /// Creates a sign-up.
  public init(
    volunteer: VolunteerIndex, slot: SlotIndex, wishes: Range<Int32>, isFlexible: Bool = false,
    isSet: Bool = false
  ) {
    self.volunteer = volunteer
    self.slot = slot
    firstSlot = slot
    self.wishes = wishes
    self.isFlexible = isFlexible
    self.isSet = isSet
  }
}

/// A volunteer's wish for a post in a slot, in a particular zone or in any zone.
public struct Wish: Hashable, Sendable {
  public var shift: ShiftIndex
  /// The section in the requested zone; `.none` for any zone, and for a post without zones.
  public var section: SectionIndex

  /// Creates a wish for `shift`, in `section` if given.
  public init(_ shift: ShiftIndex, in section: SectionIndex = .none) {
    self.shift = shift
    self.section = section
  }

  /// Returns whether `section`, which belongs to `shift`, fulfils the wish.
  @inlinable
  public func isMet(by section: SectionIndex, of shift: ShiftIndex) -> Bool {
    self.section == .none ? self.shift == shift : self.section == section
  }
}

/// A programme and the volunteers for it.
public struct Festival: Sendable {
  public var programme: Programme
  /// The volunteers, in ascending order of id.
  public var volunteers: [Volunteer]
  /// The sign-ups, sorted by volunteer, then slot.
  public var requests: [SlotRequest]
  /// The wishes of all sign-ups, in the sequence of the sign-ups.
  public var wishes: [Wish]
  /// The sampler that redraws wishes at sign-up, when volunteers see how many others have signed up; nil if wishes do
  /// not depend on this.
  public var sampler: WishSampler?
  /// The needs of each volunteer; empty if needs are not simulated.
  public var needs: [VolunteerNeeds] = []

  /// Creates a festival.
  public init(
    programme: Programme, volunteers: [Volunteer] = [], requests: [SlotRequest] = [], wishes: [Wish] = []
  ) {
    self.programme = programme
    self.volunteers = volunteers
    self.requests = requests
    self.wishes = wishes
  }

  /// Returns the rank of `section` for `request`: 1 for the first wish, and the number of wishes + 1 for a section
  /// without a wish. All posts of a set rank 1. A place without a zone meets wishes for any zone of its post.
  @inline(__always)
  public func rank(of section: SectionIndex, for request: SignUpIndex) -> Int32 {
    let list = requests[request].wishes
    let shift = programme.sections[section].shift
    let isUnzoned = programme.isUnzoned(section)
    let place = list.first {
      isUnzoned ? wishes[Int($0)].shift == shift : wishes[Int($0)].isMet(by: section, of: shift)
    }
    if requests[request].isSet, place != nil { return 1 }
    return (place ?? list.upperBound) - list.lowerBound + 1
  }
}

extension Festival {
  /// Appends a volunteer with a list of wishes for each slot, best first.
  ///
  /// - Parameters:
  ///   - flexibleSlots: the slots in which a volunteer who is not generally flexible accepts any post.
  ///   - setSlots: the slots whose wishes are a set of posts.
  /// - Precondition: volunteers are appended in ascending order of id, and the slots of each are in ascending order.
  public mutating func append(
    id: Int64, signUp: Milliseconds, isFlexible: Bool, flexibleSlots: [SlotIndex] = [],
    setSlots: [SlotIndex] = [], maxShifts: Int32 = .max,
    wishes lists: [(slot: SlotIndex, wishes: [Wish])]
  ) {
    let volunteer = VolunteerIndex(volunteers.count)
    let first = SignUpIndex(requests.count)
    for (slot, list) in lists {
      let from = Int32(wishes.count)
      wishes += list
      requests.append(
        SlotRequest(
          volunteer: volunteer, slot: slot, wishes: from..<Int32(wishes.count),
          isFlexible: isFlexible || flexibleSlots.contains(slot), isSet: setSlots.contains(slot)))
    }
    volunteers.append(
      Volunteer(
        id: id, signUp: signUp, isFlexible: isFlexible, maxShifts: maxShifts,
        requests: first..<SignUpIndex(requests.count)))
  }
}
