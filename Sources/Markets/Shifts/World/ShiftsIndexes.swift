public import Quantities

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

/// The index of a section in the programme: a shift in a zone, or a whole shift without zones.
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
