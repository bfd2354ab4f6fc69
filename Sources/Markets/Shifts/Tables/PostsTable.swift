import Metrics
import Models
import Quantities
import Tables

/// A post in a slot and, if it has zones, in one of them.
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
      "posts", "A row per post, slot and, where the post has zones, zone, in the order of the programme.",
      key: ["post", "slot", "zone"], constant: .runID,
      columns: postColumns + features.flatMap { $0.columns(of: PostRow.self) })
  }

  private static let postColumns: [Column<PostRow>] = [
    .text("post", "The post.") { $0.run.words($0.section).post },
    .text("slot", "The slot.") { $0.run.words($0.section).slot },
    .text("zone", "The zone; empty where the post has none.") { $0.run.words($0.section).zone },
    .seconds("begin_s", "When the slot begins.") { $0.slot.begin },
    .seconds("end_s", "When the slot ends.") { $0.slot.end },
    .count("capacity", "Places: persons that it takes.") { $0.input.capacity },
    .count("filled", "Places that had a volunteer when the slot began, no-shows among them.") { $0.filled },
    .count("empty", "Places that had none.", formula: "capacity − filled") {
      Int($0.input.capacity) - $0.filled
    },
    .ratio("fill_ratio", "The share of its places that were filled.", formula: "filled ÷ capacity") {
      $0.input.capacity > 0 ? Double($0.filled) / Double($0.input.capacity) : nil
    },
    .count("confirmed", "Sign-ups confirmed for it.") { $0.changes.confirmed },
    .count("withdrawn", "Confirmed sign-ups withdrawn from it.") { $0.changes.withdrawn },
    .count("post_capacity", "Persons that the post takes in the slot, in all zones together.") {
      $0.run.festival.programme.shifts[$0.input.shift].capacity
    },
    .count("manned", "Places whose volunteer came, or somebody from the reserve.") { $0.manned },
  ]
}

/// A change of a place.
struct PlaceRow: SignUpTableRow {
  let run: ShiftsRun
  let sequence: Int
  let change: PlaceChange

  var request: SignUpIndex { change.request }
}

extension ShiftsTable {
  /// A row per change of a place.
  static let places = Table<PlaceRow>(
    "places", "A row per place that changed hands, in order: a ledger from which all occupancies follow.",
    key: ["sequence"], constant: .runID,
    columns: [
      .count("sequence", "The entry, counted from 1.") { $0.sequence },
      .seconds("time_s", "When the place changed hands.") { $0.change.time },
      .signUp, .ofVolunteer,
      .text("post", "The post.") { $0.run.words($0.change.section).post },
      .text("slot", "The slot.") { $0.run.words($0.change.section).slot },
      .text("zone", "The zone; empty where the post has none.") { $0.run.words($0.change.section).zone },
      .word("change", "What happened; see the list of changes of places.") { $0.change.kind },
      .integer("taken", .count, "By how many it changed the places taken: 1, 0 or −1.") { $0.change.taken },
    ])
}

/// An event.
struct ShiftEventRow {
  let run: ShiftsRun
  let sequence: Int
  let event: ShiftEventRecord
}

extension ShiftsTable {
  /// A row per event.
  static let events = Table<ShiftEventRow>(
    "events", "A row per event, in the order of execution (on request).", key: ["sequence"], constant: .runID,
    columns: [
      .count("sequence", "The event's place in the order of execution, counted from 1.") { $0.sequence },
      .seconds("time_s", "When the event happened.") { $0.event.time },
      .word("event", "What happened; see the list of events.") { $0.event.kind },
      .identifier("signup_id", "The sign-up concerned; empty where there is none.") { row in
        row.event.request == .none ? nil : (row.run.number(of: row.event.request), .numbers)
      },
      .text("post", "The post concerned; empty where there is none.") { row in
        guard row.event.provider != .none else { return nil }
        let programme = row.run.festival.programme
        return programme.posts[programme.shifts[row.event.provider].post].name
      },
    ])
}
