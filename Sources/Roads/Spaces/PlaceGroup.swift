import Quantities
import RoadNetwork

/// A few nearby places queried together repeatedly: a space caches data for each group to make later queries cheap.
public final class PlaceGroup: Sendable {
  public let places: [Place]
  /// The network nodes of the places.
  let nodes: [NodeIndex]

  /// Creates the group of `places`.
  ///
  /// - Precondition: there is at least one place.
  public init(_ places: [Place]) {
    precondition(!places.isEmpty, "a group has a place")
    self.places = places
    nodes = places.map(\.node)
  }
}

extension Space {
  /// Appends the durations, with a separate query for each place of the group.
  func appendDurationsOneByOne(
    of group: PlaceGroup, _ hub: Hub, _ place: Place, to times: inout [Milliseconds]
  ) {
    for member in group.places {
      times.append(
        hub == .origin
          ? duration(from: member, to: place, hub: .origin)
          : duration(from: place, to: member, hub: .destination))
    }
  }
}

/// The most recently queried groups, with their hub labels side by side.
final class SpreadGroups {
  private struct Slot {
    let group: PlaceGroup
    let hub: Hub
    var lastUse: Int
  }

  private static let places = 6

  private var slots: [Slot] = []
  private var searches: [HeldSearch] = []
  private var uses = 0

  /// A reference to a search, which owns memory and cannot be copied.
  private final class HeldSearch {
    var search: LabelGroupSearch

    init(_ labels: HubLabels) { search = LabelGroupSearch(labels) }
  }

  /// Appends the durations between each place of `group` and `place` to `durations`, in the direction given by
  /// `hub`.
  func appendDurations(
    of group: PlaceGroup, _ hub: Hub, _ place: Place, _ labels: HubLabels,
    to durations: inout [Milliseconds]
  ) {
    let number = slot(of: group, hub, labels)
    searches[number].search.withMilliseconds(of: place.node) { times in
      durations.append(
        contentsOf: times.lazy.map { $0 < Network.horizon ? Milliseconds(Int64($0)) : .never })
    }
  }

  private func slot(of group: PlaceGroup, _ hub: Hub, _ labels: HubLabels) -> Int {
    uses += 1
    var oldest = 0
    for number in slots.indices {
      if slots[number].group === group, slots[number].hub == hub {
        slots[number].lastUse = uses
        return number
      }
      if slots[number].lastUse < slots[oldest].lastUse { oldest = number }
    }
    let slot = Slot(group: group, hub: hub, lastUse: uses)
    if slots.count < Self.places {
      oldest = slots.count
      slots.append(slot)
      searches.append(HeldSearch(labels))
    } else {
      slots[oldest] = slot
    }
    searches[oldest].search.start(at: group.nodes, hub == .origin ? .forward : .backward)
    return oldest
  }
}
