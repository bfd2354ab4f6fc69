import Scenario

extension VolunteerPlan {
  private struct Recorded {
    var file = ""
    var columns: [String: String] = [:]
  }

  static var shape: Shape<Self> {
    .union([
      Kind(
        "synthetic", SyntheticVolunteers.members, Self.synthetic,
        { if case .synthetic(let volunteers) = $0 { volunteers } else { nil } }, "Synthetic volunteers."),
      Kind(
        "recorded",
        Members(
          Recorded(),
          [
            Field(
              "file", \.file, .file, isRequired: true,
              "A CSV file with a row per wish, relative to the scenario's folder."),
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
        "Volunteers read from a file."),
    ])
  }
}

extension SyntheticVolunteers {
  static var members: Members<Self> {
    Members(
      Self(),
      arrivalFields(\.arrivals) + [
        Field(
          "flexible_share", \.flexibleShare, .share,
          "The share of volunteers who accept any post at the deadline."),
        Field(
          "slot_flexible_share", \.slotFlexibleShare, .share,
          "For the other volunteers, the share of their desired slots in which"
            + " they accept any post at the deadline."
        ).idle("everybody accepts any post in all slots (`flexible_share` is 1)") { $0.flexibleShare >= 1 },
        Field(
          "slots_min", \.slotsMin, .integer(1, to: 10_000),
          "The minimum number of slots that a volunteer wishes for."),
        Field(
          "slots_max", \.slotsMax, .integer(1, to: 10_000),
          "The maximum number of slots; numbers are drawn uniformly."),
        Field(
          "wishes_min", \.wishesMin, .integer(1, to: 100), "The minimum number of posts wished for per slot."),
        Field(
          "wishes_max", \.wishesMax, .integer(1, to: 100),
          "The maximum number of posts; numbers are drawn uniformly."),
        Field(
          "any_zone_share", \.anyZoneShare, .share,
          "The share of wishes that accept any zone of the post."
        ).idle { _, scenario in
          scenario.fields(of: ShiftsFields.self).programme.hasZones ? nil : "no post has zones"
        },
        Field(
          "popularity_exponent", \.popularityExponent, .number(.from(0, to: 10)),
          "s: the k-th post of a slot is chosen with weight k^(−s); 0: all posts are equally popular."),
        Field(
          "sees", \.sees, .oneOf,
          "The information shown to volunteers when they choose: `nothing`, or the `counts` of sign-ups for each post."
        ).idle("it has no weight (`sees_strength` is 0)") { $0.sees == .counts && $0.seesStrength == 0 },
        Field(
          "sees_strength", \.seesStrength, .number(.from(0, to: 100)),
          "β: volunteers who see the counts multiply the weight of a post by e^(β × the share of its places that are free);"
            + " 0: no effect."
        ).idle("nobody sees the counts (`sees` is `nothing`)") { $0.sees == .nothing },
        Field(
          "max_shifts", \.maxShifts, orNull: .integer(1, to: 10_000),
          "The maximum number of shifts per volunteer. `null`: no limit."),
      ],
      check: { checked, faults in
        checkArrivals(checked, \.arrivals, &faults)
        if checked.value.slotsMin > checked.value.slotsMax {
          checked.conflict("slots_min exceeds slots_max; swap them", ["slots_min", "slots_max"], &faults)
        }
        if checked.value.wishesMin > checked.value.wishesMax {
          checked.conflict(
            "wishes_min exceeds wishes_max; swap them", ["wishes_min", "wishes_max"], &faults)
        }
      })
  }
}
