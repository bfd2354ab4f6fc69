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
    "A row per post, slot and zone with places that are not there from the start, and moment from which they are.",
    key: ["opens_s", "post", "slot", "zone"], constant: .runID,
    columns: [
      .seconds("opens_s", "From when on they are there.") { $0.opening.time },
      .text("post", "The post.") { $0.run.words($0.opening.section).post },
      .text("slot", "The slot.") { $0.run.words($0.opening.section).slot },
      .text("zone", "The zone; empty where the post has none.") { $0.run.words($0.opening.section).zone },
      .count("places", "How many; `capacity` of posts.csv has them, too.") { $0.opening.places },
    ])
}
