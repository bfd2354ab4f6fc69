import Metrics
import Quantities
import Tables

/// The number of something needed in a slot or a night.
struct NeedRow {
  let run: ShiftsRun
  let entry: NeedsTally.Entry
}

extension ShiftsTable {
  /// A row per need, kind, day and slot.
  static let needs = Table<NeedRow>(
    "needs",
    "A row per need, kind, day and slot, with `needs`: what the volunteers need who come, which is what the organiser orders.",
    key: ["need", "kind", "day", "slot"], constant: .runID,
    columns: [
      .word("need", "What is needed; see the list of needs.") { $0.entry.need },
      .text("kind", "The kind of meal, or the size; empty for beds.") { $0.run.name(of: $0.entry) },
      .integer(
        "day", .none,
        "The day, counted from that of the scenario's start, which is 1; of a bed the one before the night."
      ) { $0.entry.day },
      .text("date", "Its date; empty where the scenario has none.") { $0.run.days.date(of: $0.entry.day) },
      .text("slot", "The slot; empty for beds.") { row in
        row.entry.slot == .none ? nil : row.run.festival.programme.slots[row.entry.slot].name
      },
      .count(
        "planned",
        "Needed by those who had a place, held or confirmed, or a duty in the reserve when the assignment at the deadline was done."
      ) { $0.entry.planned },
      .count("came", "Needed by those who came, or stood by in the reserve.") { $0.entry.came },
    ])
}
