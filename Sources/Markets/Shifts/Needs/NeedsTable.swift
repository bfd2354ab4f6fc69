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
    "A row per need, kind, day and slot: the requirements of the volunteers who come, which the organiser orders; with `needs`.",
    key: ["need", "kind", "day", "slot"], constant: .runID,
    columns: [
      .word("need", "The need; see the list of needs.") { $0.entry.need },
      .text("kind", "The kind of meal, or the size; empty for beds.") { $0.run.name(of: $0.entry) },
      .integer(
        "day", .none,
        "The number of the day, from 1 for the day of the scenario's start; for a bed, the day before the night."
      ) { $0.entry.day },
      .text("date", "The date; empty if the scenario has no dates.") { $0.run.days.date(of: $0.entry.day) },
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
