import Ground
import Quantities
import Scenario
import Tables

/// A parser for the rows of a programme file.
struct ProgrammeReading {
  private let post: CSVColumn
  private let slot: CSVColumn
  private let begin: CSVColumn
  private let end: CSVColumn
  private let zone: CSVOptionalColumn
  private let places: CSVColumn
  private let opens: CSVOptionalColumn
  private let start: LocalDateTime?
  private var slots: [Slot] = []
  private var slotPlaces: [String: SlotIndex] = [:]
  private var zones: [String] = []
  private var posts: [Post] = []
  private var postPlaces: [String: PostIndex] = [:]

  init(_ rows: inout CSVReader, start: LocalDateTime?) {
    post = rows.column("post")
    slot = rows.column("slot")
    begin = rows.column("begin_s")
    end = rows.column("end_s")
    zone = rows.optionalColumn("zone")
    places = rows.column("places")
    opens = rows.optionalColumn("opens_s")
    self.start = start
  }

  var programme: Programme { Programme(slots: slots, zones: zones, posts: posts) }

  mutating func take(_ rows: inout CSVReader) {
    let faults = rows.faultCount
    let slot = slotIndex(&rows)
    let places = Int32(rows.int64(places, in: 0...100_000))
    let name = rows.name(post)
    let zone = rows.string(zone)
    let opens = max(.zero, rows.time(opens, after: start) ?? .zero)
    guard rows.faultCount == faults, let slot else { return }
    let index = postPlaces[name] ?? PostIndex(posts.count)
    if index == PostIndex(posts.count) {
      posts.append(Post(name, shifts: []))
      postPlaces[name] = index
    }
    let zoneIndex: ZoneIndex = if let zone { self.zoneIndex(zone) } else { .none }
    let known = posts[index].shifts.firstIndex { $0.slot == slot }
    if let known, !posts[index].shifts[known].lacks(zoneIndex, opensAt: opens) {
      rows.recordValue(
        post,
        expected: .other(
          "a post, slot, zone and opens_s not used by an earlier row, with a zone in all rows or in none"))
      return
    }
    if known == nil { posts[index].shifts.append(.init(slot)) }
    posts[index].shifts[known ?? posts[index].shifts.count - 1].add(places, in: zoneIndex, opensAt: opens)
  }

  private mutating func slotIndex(_ rows: inout CSVReader) -> SlotIndex? {
    let name = rows.name(slot)
    let from = rows.time(begin, after: start)
    let to = rows.time(end, after: start)
    if from >= to {
      rows.recordValue(end, expected: .other("a time after begin_s"))
      return nil
    }
    if let known = slotPlaces[name] {
      if slots[known].begin != from {
        rows.recordValue(
          begin, expected: .other("the start of the slot in its first row, \(slots[known].begin.seconds)"))
      }
      if slots[known].end != to {
        rows.recordValue(
          end, expected: .other("the end of the slot in its first row, \(slots[known].end.seconds)"))
      }
      return known
    }
    let index = SlotIndex(slots.count)
    slots.append(Slot(name, begin: from, end: to))
    slotPlaces[name] = index
    return index
  }

  private mutating func zoneIndex(_ name: String) -> ZoneIndex {
    if let known = zones.firstIndex(of: name) { return ZoneIndex(known) }
    zones.append(name)
    return ZoneIndex(zones.count - 1)
  }
}

extension Post.Manning {
  /// Returns whether a further row may add places in `zone` that exist from `opens` on.
  fileprivate func lacks(_ zone: ZoneIndex, opensAt opens: Milliseconds) -> Bool {
    (zone == .none) == zones.isEmpty && !later.contains { $0.zone == zone && $0.opens == opens }
  }

  /// Adds `places` in `zone` that exist from `opens` on. Each row is stored with its opening time, so that a second row
  /// for the same places is detected.
  fileprivate mutating func add(_ places: Int32, in zone: ZoneIndex, opensAt opens: Milliseconds) {
    capacity += places
    later.append(Post.LaterPlaces(zone, opens: opens, places: places))
    guard zone != .none else { return }
    if let known = zones.firstIndex(where: { $0.zone == zone }) {
      zones[known].places += places
    } else {
      zones.append(Post.ZonePlaces(zone, places: places))
    }
  }
}
