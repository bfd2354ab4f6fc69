public import Quantities

/// A volunteer, with the time and the slots of their sign-ups.
public struct Volunteer: Listed, Hashable, Sendable {
  public typealias Index = VolunteerIndex

  /// The number of the volunteer in files, or the number of the name.
  public var id: Int64
  /// The key of the volunteer's draws: the number, or a hash of the name.
  public var key: UInt64
  /// The time at which the volunteer signs up, for all slots at once.
  public var signUp: Milliseconds
  /// Whether the volunteer may be assigned any post in any slot at the deadline.
  public var isFlexible: Bool
  /// The maximum number of shifts the volunteer takes; `.max` for no limit.
  public var maxShifts: Int32
  /// The volunteer's sign-ups, one for each slot, in the order of the slots.
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

/// A volunteer's wish to help in a slot: the unit that is tried, confirmed, withdrawn or assigned.
public struct SlotRequest: Listed, Hashable, Sendable {
  public typealias Index = SignUpIndex

  public var volunteer: VolunteerIndex
  public var slot: SlotIndex
  /// The slot that the volunteer first signed up for.
  public let firstSlot: SlotIndex
  /// The range of its wishes in the list of all, best first; empty for a flexible volunteer who takes any remaining place.
  public var wishes: Range<Int32>
  /// Whether the volunteer takes any post of the slot at the deadline.
  public var isFlexible: Bool
  /// Whether the wishes are a set of posts, all equally welcome, one of which is assigned at the deadline.
  public let isSet: Bool
  /// Whether the sign-up is decided at the deadline, together with others, unless it already has a place.
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

/// A post that a volunteer would like in a slot, in a zone of their choice or in any.
public struct Wish: Hashable, Sendable {
  public var shift: ShiftIndex
  /// The zone wished for; `.none` for any, and for a post without zones.
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
  /// The requests ordered by volunteer, then slot.
  public var requests: [SlotRequest]
  /// The wishes of all sign-ups, in the order of the sign-ups.
  public var wishes: [Wish]
  /// The sampler that draws wishes again when volunteers sign up and see how many others have signed up; nil if wishes
  /// do not change.
  public var sampler: WishSampler?
  /// The needs of each volunteer who comes; empty if the scenario has no needs.
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

  /// Returns the rank that `request` gives `section`: 1 for the first wish, one more than the number of wishes for a section that
  /// was not wished for. All posts of a set rank 1; a place without a zone so far meets wishes for any zone of its post.
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
  /// Appends a volunteer with, for each slot, a list of wishes, best first.
  ///
  /// - Parameters:
  ///   - flexibleSlots: the slots in which a volunteer who is not generally flexible takes any post.
  ///   - setSlots: the slots whose wishes are a set of posts.
  /// - Precondition: volunteers are appended in ascending order of id; slots ascend.
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
