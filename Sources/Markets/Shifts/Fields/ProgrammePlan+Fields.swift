import Quantities
import Scenario

extension ProgrammePlan {
  private struct Recorded {
    var file = ""
    var columns: [String: String] = [:]
  }

  static var shape: Shape<Self> {
    .union([
      Kind(
        "synthetic", SyntheticProgramme.members, Self.synthetic,
        { if case .synthetic(let programme) = $0 { programme } else { nil } }, "Synthetic posts."),
      Kind(
        "listed", ListedProgramme.members, Self.listed,
        { if case .listed(let programme) = $0 { programme } else { nil } }, "Posts listed here."),
      Kind(
        "recorded",
        Members(
          Recorded(),
          [
            Field(
              "file", \.file, .file, isRequired: true,
              "A CSV file with a row per post, slot and zone, relative to the scenario's folder."),
            .columns(\.columns),
          ]),
        { Self.recorded(file: $0.file, columns: $0.columns) },
        {
          if case .recorded(let file, let columns) = $0 {
            Recorded(file: file, columns: columns)
          } else {
            nil
          }
        },
        "Slots and posts read from a file."),
    ])
  }
}

extension SlotPlan {
  /// The shape of a list of slots with distinct names.
  static var shape: Shape<[Self]> {
    Shape<Self>.object(members).list(counts: 1...10_000).checked { slots in
      firstTwice(slots.map(\.name)).map { "two slots are called `\($0)`; give each a unique name" }
    }
  }

  private static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("name", \.name, .named, isRequired: true, "The name of the slot."),
        Field("begin_s", \.begin, .seconds(), isRequired: true, "The start of the slot."),
        Field("end_s", \.end, .seconds(), isRequired: true, "The end of the slot."),
      ],
      check: { checked, faults in
        if checked.value.end <= checked.value.begin {
          checked.conflict(
            "the slot ends at or before its start; give a later end_s", ["end_s", "begin_s"], &faults)
        }
      })
  }
}

extension SyntheticProgramme {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "slots", \.slots, SlotPlan.shape, isRequired: true, "The slots in which volunteers are needed."),
        Field("posts", \.posts, .integer(1, to: 10_000), "The number of posts."),
        Field("zones", \.zones, .integer(0, to: 1_000), "The number of zones."),
        Field("zoned_share", \.zonedShare, .share, "The share of posts with zones."),
        Field("zones_per_post", \.zonesPerPost, .integer(1, to: 1_000), "The number of zones of such a post.")
          .idle(withoutZones) { !$0.hasZones },
        Field(
          "slot_share", \.slotShare, .share,
          "The share of slots in which a post is staffed; at least one slot."),
        Field(
          "places_min", \.placesMin, .integer(0, to: 10_000),
          "The minimum number of places of a post per slot, or per slot and zone."),
        Field(
          "places_max", \.placesMax, .integer(1, to: 10_000),
          "The maximum number of places; numbers are drawn uniformly."),
        Field(
          "late_zone_share", \.lateZoneShare, .share, unwrittenAt: 0,
          "The share of zones that open late, at a uniform time before the deadline."
        ).idle(withoutZones) { !$0.hasZones },
        Field(
          "growing_share", \.growingShare, .share, unwrittenAt: 0,
          "The share of posts that gain places, in each of their zones if any, at a uniform time before the deadline."
        ),
        Field(
          "growth_max", \.growthMax, .integer(1, to: 10_000), unwrittenAt: 2,
          "The maximum number of places that such a post gains; the number is drawn uniformly from 1 to this maximum."
        ).idle("no post grows (`growing_share` is 0)") { $0.growingShare == 0 },
      ],
      check: { checked, faults in
        if checked.value.placesMin > checked.value.placesMax {
          checked.conflict(
            "places_min exceeds places_max; swap them", ["places_min", "places_max"], &faults)
        }
      })
  }

  private static let withoutZones = "no post has zones (`zoned_share` or `zones` is 0)"

  /// Whether any post may have zones.
  var hasZones: Bool { zonedShare > 0 && zones > 0 }
}

extension ListedProgramme {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field(
          "slots", \.slots, SlotPlan.shape, isRequired: true, "The slots in which volunteers are needed."),
        Field("posts", \.posts, PostPlan.shape, isRequired: true, "The posts to staff."),
      ],
      check: { checked, faults in
        let slots = checked.value.slots.map(\.name)
        for post in checked.value.posts {
          if let name = post.slots?.first(where: { !slots.contains($0) }) {
            checked.conflict(
              "post `\(post.name)` is in slot `\(name)`, which is not in `slots`: \(slots.joined(separator: ", "))",
              ["posts", "slots"], &faults)
          }
        }
      })
  }
}

extension PostPlan {
  /// The shape of a list of posts with distinct names.
  static var shape: Shape<[Self]> {
    Shape<Self>.object(members).list(counts: 1...10_000).checked { posts in
      firstTwice(posts.map(\.name)).map { "two posts are called `\($0)`; give each a unique name" }
    }
  }

  private static var members: Members<Self> {
    let names = Shape<String>.named.list(counts: 0...10_000)
    return Members(
      Self(),
      [
        Field("name", \.name, .named, isRequired: true, "The name of the post."),
        Field(
          "slots", \.slots, orNull: names, "The names of the slots in which the post is staffed. `null`: all."
        ),
        Field(
          "places", \.places, orNull: .integer(1, to: 100_000),
          "The number of places per slot. `null`: the sum over its zones."),
        Field(
          "zones", \.zones, Shape<ShiftsZonePlan>.object(ShiftsZonePlan.members).list(counts: 0...1_000),
          "The zones of the post; each sign-up is for exactly one. Empty: a post without zones."),
        Field(
          "grows", \.grows, PlacesGrowth.shape, unwrittenAt: [],
          "Additional places per slot from a given time on; a post with zones grows in its zones instead."),
      ],
      check: { checked, faults in
        let post = checked.value
        if let slots = post.slots, slots.isEmpty {
          checked.conflict(
            "post `\(post.name)` is in no slot; name one, or leave `slots` out for all", ["slots"], &faults)
        }
        if let slot = firstTwice(post.slots ?? []) {
          checked.conflict("post `\(post.name)` is in slot `\(slot)` twice; name it once", ["slots"], &faults)
        }
        if let zone = firstTwice(post.zones.map(\.name)) {
          checked.conflict("post `\(post.name)` has zone `\(zone)` twice; name it once", ["zones"], &faults)
        }
        if !post.grows.isEmpty, !post.zones.isEmpty {
          checked.conflict(
            "post `\(post.name)` has zones, each with separate places; give `grows` to its zones",
            ["grows", "zones"], &faults)
        }
        if post.places == nil, post.zones.isEmpty {
          checked.conflict(
            "post `\(post.name)` has neither `places` nor `zones`; give one", ["places", "zones"], &faults)
        }
      })
  }
}

extension ShiftsZonePlan {
  static var members: Members<Self> {
    Members(
      Self(),
      [
        Field("name", \.name, .named, isRequired: true, "The name of the zone."),
        Field(
          "places", \.places, .integer(0, to: 100_000),
          "The number of places of the post in the zone, per slot."),
        Field(
          "opens_s", \.opens, .seconds(), unwrittenAt: .zero,
          "The time from which these places exist; earlier, they can be neither assigned nor wished for."),
        Field(
          "grows", \.grows, PlacesGrowth.shape, unwrittenAt: [],
          "Additional places per slot from a given time on."),
      ],
      check: { checked, faults in
        let zone = checked.value
        if zone.grows.contains(where: { $0.time <= zone.opens }) {
          checked.conflict(
            "zone `\(zone.name)` grows before it opens; give `at_s` a time after opens_s",
            ["grows", "opens_s"],
            &faults)
        }
      })
  }
}

extension PlacesGrowth {
  fileprivate static var shape: Shape<[Self]> {
    Shape<Self>.object(
      Members(
        Self(),
        [
          Field(
            "at_s", \.time, .seconds(.positive), isRequired: true,
            "The time from which the added places exist."),
          Field(
            "places", \.places, .integer(1, to: 100_000), isRequired: true,
            "The number of places added per slot."),
        ])
    ).list(counts: 0...1_000)
  }
}

extension Shape<String> {
  /// The shape of names used in files and messages.
  static var named: Self {
    text("a name of 1 to \(Names.longest) bytes", pattern: ".") {
      (1...Names.longest).contains($0.utf8.count)
    }
  }
}

/// Returns the first duplicate in `names`; nil if all are distinct.
private func firstTwice(_ names: [String]) -> String? {
  var seen: Set<String> = []
  return names.first { !seen.insert($0).inserted }
}
