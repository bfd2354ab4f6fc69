public import Quantities

/// A post that volunteers are needed for, in some of the slots: a ticket desk, a games table, the cloakroom.
public struct Post: Listed, Hashable, Sendable {
  public typealias Index = PostIndex

  public var name: String
  /// The shifts in which it is to be staffed, each slot once, and the number of persons for each.
  public var shifts: [Manning]

  /// The persons needed in one slot.
  public struct Manning: Hashable, Sendable {
    public var slot: SlotIndex
    /// The number of persons it takes.
    public var capacity: Int32
    /// Where, and how many in each zone; a post that has zones takes exactly one of them a sign-up.
    public var zones: [ZonePlaces]
    /// The places of these that are there only from a moment on.
    public var later: [LaterPlaces]

    /// Needs persons in `slot`.
    ///
    /// - Parameter capacity: how many; nil for as many as the zones take together, which are the most anyway.
    public init(
      _ slot: SlotIndex, capacity: Int32? = nil, zones: [ZonePlaces] = [], later: [LaterPlaces] = []
    ) {
      self.slot = slot
      self.zones = zones
      self.later = later
      let inZones = zones.reduce(0) { $0 + $1.places }
      self.capacity = zones.isEmpty ? capacity ?? 0 : min(capacity ?? inZones, inZones)
    }
  }

  /// A number of places in a zone.
  public struct ZonePlaces: Hashable, Sendable {
    public var zone: ZoneIndex
    public var places: Int32

    /// Creates `places` in `zone`.
    public init(_ zone: ZoneIndex, places: Int32) {
      self.zone = zone
      self.places = places
    }
  }

  /// A number of places, in a zone or in a post that has none, that nobody can have before a moment.
  public struct LaterPlaces: Hashable, Sendable {
    /// `.none` where the post has no zones.
    public var zone: ZoneIndex
    /// The time from which they are there.
    public var opens: Milliseconds
    public var places: Int32

    /// Creates `places` that are there from `opens` on.
    public init(_ zone: ZoneIndex = .none, opens: Milliseconds, places: Int32) {
      self.zone = zone
      self.opens = opens
      self.places = places
    }
  }

  /// Creates a post.
  public init(_ name: String, shifts: [Manning]) {
    self.name = name
    self.shifts = shifts
  }

  /// Creates a post that takes the same persons in each of its `slots`.
  public init(
    _ name: String, slots: [SlotIndex], capacity: Int32? = nil, zones: [ZonePlaces] = [],
    later: [LaterPlaces] = []
  ) {
    self.init(name, shifts: slots.map { Manning($0, capacity: capacity, zones: zones, later: later) })
  }
}
