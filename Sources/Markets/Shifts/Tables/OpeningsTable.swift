import Metrics
import Quantities
import Tables

/// Places that do not exist from the start.
struct OpeningRow {
  let run: ShiftsRun
  let opening: Programme.Opening
}

extension ShiftsTable {
  /// A row per opening.
  static let openings = Table<OpeningRow>(
    "openings",
    "A row per post, slot, zone and time at which places are added after the start.",
    key: ["opens_s", "post", "slot", "zone"], constant: .runID,
    columns: [
      .seconds("opens_s", "The time from which the places exist.") { $0.opening.time },
      .text("post", "The post.") { $0.run.words($0.opening.section).post },
      .text("slot", "The slot.") { $0.run.words($0.opening.section).slot },
      .text("zone", "The zone; empty if the post has none.") { $0.run.words($0.opening.section).zone },
      .count("places", "The number of places, which `capacity` of posts.csv includes.") { $0.opening.places },
    ])
}
