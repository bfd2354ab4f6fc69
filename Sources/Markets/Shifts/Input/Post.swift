public import Quantities

/// A post for which volunteers are needed in some slots, such as a ticket desk, a games table or the cloakroom.
public struct Post: Listed, Hashable, Sendable {
  public typealias Index = PostIndex

  public var name: String
  /// The slots in which it must be staffed, and the number of persons in each; no slot occurs twice.
  public var shifts: [Manning]

  /// The persons that a post needs in one slot.
  public struct Manning: Hashable, Sendable {
    public var slot: SlotIndex
    /// The number of persons that the post takes in the slot.
    public var capacity: Int32
    /// The zones, and the number of places in each; a sign-up for a post with zones is for exactly one zone.
    public var zones: [ZonePlaces]
    /// The subset of places that exist only from a later time.
    public var later: [LaterPlaces]

    /// Creates the need for persons in `slot`.
    ///
    /// - Parameter capacity: the number of persons, at most as many as the zones take together; nil: exactly as many.
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

    /// Creates `places` places in `zone`.
    public init(_ zone: ZoneIndex, places: Int32) {
      self.zone = zone
      self.places = places
    }
  }

  /// A number of places, in a zone or in a post without zones, that exist only from a given time.
  public struct LaterPlaces: Hashable, Sendable {
    /// The zone; `.none` if the post has no zones.
    public var zone: ZoneIndex
    /// The time from which they exist.
    public var opens: Milliseconds
    public var places: Int32

    /// Creates `places` places that exist from `opens` on.
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

  /// Creates a post that takes the same number of persons in each of its `slots`.
  public init(
    _ name: String, slots: [SlotIndex], capacity: Int32? = nil, zones: [ZonePlaces] = [],
    later: [LaterPlaces] = []
  ) {
    self.init(name, shifts: slots.map { Manning($0, capacity: capacity, zones: zones, later: later) })
  }
}

/// A slot: a period [`begin`, `end`) in which volunteers are needed.
public struct Slot: Listed, Hashable, Sendable {
  public typealias Index = SlotIndex

  public var name: String
  public var begin: Milliseconds
  public var end: Milliseconds

  /// Creates a slot.
  public init(_ name: String, begin: Milliseconds, end: Milliseconds) {
    self.name = name
    self.begin = begin
    self.end = end
  }

  /// Returns whether the two slots overlap, so that nobody can serve in both; adjacent slots do not overlap.
  public func overlaps(_ other: Slot) -> Bool { begin < other.end && other.begin < end }
}
