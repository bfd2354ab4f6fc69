public import Quantities

/// What volunteers are needed for, in some of the slots: a ticket desk, a games table, the cloakroom.
public struct Post: Listed, Hashable, Sendable {
  public typealias Index = PostIndex

  public var name: String
  /// When it is to be manned.
  public var slots: [SlotIndex]
  /// How many persons it takes in each slot.
  public var capacity: Int32
  /// Where it is to be manned, and by how many in each slot; a post that has zones takes exactly one of them a sign-up.
  public var zones: [ZonePlaces]

  /// So many places in a zone.
  public struct ZonePlaces: Hashable, Sendable {
    public var zone: ZoneIndex
    public var places: Int32

    /// Creates `places` in `zone`.
    public init(_ zone: ZoneIndex, places: Int32) {
      self.zone = zone
      self.places = places
    }
  }

  /// Creates a post.
  ///
  /// - Parameter capacity: how many persons in a slot; nil for as many as the zones take together.
  public init(_ name: String, slots: [SlotIndex], capacity: Int32? = nil, zones: [ZonePlaces] = []) {
    self.name = name
    self.slots = slots
    self.zones = zones
    let inZones = zones.reduce(0) { $0 + $1.places }
    self.capacity = zones.isEmpty ? capacity ?? 0 : min(capacity ?? inZones, inZones)
  }
}
