public import Quantities

/// The place of a slot in the programme.
public struct SlotIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The place of a zone in the programme.
public struct ZoneIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The place of a post in the programme.
public struct PostIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The place of a shift in the programme: of a post in a slot.
public struct ShiftIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The place of a section in the programme: of a shift in a zone, or of a whole shift that has none.
public struct SectionIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The place of a volunteer among all.
public struct VolunteerIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// The place of a volunteer's request for a slot among all sign-ups.
public struct SignUpIndex: ListIndex {
  public var rawValue: Int32

  @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
}
