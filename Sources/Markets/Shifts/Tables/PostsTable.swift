import Metrics
import Models
import Quantities
import Tables

/// A row for a post in a slot and, if it has zones, in one of them.
struct PostRow {
  let run: ShiftsRun
  let section: SectionIndex
  let changes: (confirmed: Int, withdrawn: Int)
  let manned: Int

  var input: Programme.Section { run.festival.programme.sections[section] }
  var slot: Slot { run.festival.programme.slots[run.festival.programme.shifts[input.shift].slot] }
  var filled: Int { run.takenOfSection[Int(section)] }
}

extension ShiftsTable {
  /// A row per post, slot and zone, with the columns of `features`.
  static func posts(_ features: [Feature<ShiftsRun>]) -> Table<PostRow> {
    Table(
      "posts", "A row per post, slot and, if the post has zones, zone, in programme order.",
      key: ["post", "slot", "zone"], constant: .runID,
      columns: postColumns + features.flatMap { $0.columns(of: PostRow.self) })
  }

  private static let postColumns: [Column<PostRow>] = [
    .text("post", "The post.") { $0.run.words($0.section).post },
    .text("slot", "The slot.") { $0.run.words($0.section).slot },
    .text("zone", "The zone; empty if the post has none.") { $0.run.words($0.section).zone },
    .seconds("begin_s", "The start of the slot.") { $0.slot.begin },
    .seconds("end_s", "The end of the slot.") { $0.slot.end },
    .count("capacity", "The number of places.") { $0.input.capacity },
    .count("filled", "The number of places with a volunteer when the slot began, including no-shows.") {
      $0.filled
    },
    .count("empty", "The number of vacant places when the slot began.", formula: "capacity − filled") {
      Int($0.input.capacity) - $0.filled
    },
    .ratio("fill_ratio", "The share of places filled.", formula: "filled ÷ capacity") {
      $0.input.capacity > 0 ? Double($0.filled) / Double($0.input.capacity) : nil
    },
    .count("confirmed", "The number of confirmed sign-ups.") { $0.changes.confirmed },
    .count("withdrawn", "The number of confirmed sign-ups withdrawn.") { $0.changes.withdrawn },
    .count("post_capacity", "The number of places of the post in the slot, over all zones.") {
      $0.run.festival.programme.shifts[$0.input.shift].capacity
    },
    .count("manned", "The number of places whose volunteer, or a replacement from the reserve, came.") {
      $0.manned
    },
  ]
}

/// A row for an entry of the place ledger.
struct PlaceRow: SignUpTableRow {
  let run: ShiftsRun
  let sequence: Int
  let change: PlaceChange

  var request: SignUpIndex { change.request }
}

extension ShiftsTable {
  /// A row per entry of the place ledger.
  static let places = Table<PlaceRow>(
    "places", "A row per change of a place, in order: a ledger from which all occupancies can be derived.",
    key: ["sequence"], constant: .runID,
    columns: [
      .count("sequence", "The number of the entry, from 1.") { $0.sequence },
      .seconds("time_s", "The time of the change.") { $0.change.time },
      .signUp, .ofVolunteer,
      .text("post", "The post.") { $0.run.words($0.change.section).post },
      .text("slot", "The slot.") { $0.run.words($0.change.section).slot },
      .text("zone", "The zone; empty if the post has none.") { $0.run.words($0.change.section).zone },
      .word("change", "The kind of change; see the list of changes of places.") { $0.change.kind },
      .integer("taken", .count, "The change in the number of places taken: 1, 0 or −1.") { $0.change.taken },
    ])
}

/// A row for an event.
struct ShiftEventRow {
  let run: ShiftsRun
  let sequence: Int
  let event: ShiftEventRecord
}

extension ShiftsTable {
  /// A row per event.
  static let events = Table<ShiftEventRow>(
    "events", "A row per event, in order of execution (on request).", key: ["sequence"], constant: .runID,
    columns: [
      .count("sequence", "The number of the event in order of execution, from 1.") { $0.sequence },
      .seconds("time_s", "The time of the event.") { $0.event.time },
      .word("event", "The kind of event; see the list of events.") { $0.event.kind },
      .identifier("signup_id", "The sign-up concerned; empty if none.") { row in
        row.event.request == .none ? nil : (row.run.number(of: row.event.request), .numbers)
      },
      .text("post", "The post concerned; empty if none.") { row in
        guard row.event.provider != .none else { return nil }
        let programme = row.run.festival.programme
        return programme.posts[programme.shifts[row.event.provider].post].name
      },
    ])
}
