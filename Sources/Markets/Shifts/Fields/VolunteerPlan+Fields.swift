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
        { if case .synthetic(let volunteers) = $0 { volunteers } else { nil } }, "Volunteers that are drawn."),
      Kind(
        "recorded",
        Members(
          Recorded(),
          [
            Field(
              "file", \.file, .file, isRequired: true,
              "A CSV file with a row for each wish, relative to the scenario's folder."),
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
        "Volunteers that a file lists."),
    ])
  }
}

extension SyntheticVolunteers {
  static var members: Members<Self> {
    Members(
      Self(),
      arrivalFields(\.arrivals) + [
        Field("flexible_share", \.flexibleShare, .share, "The share that takes any post at the deadline."),
        Field(
          "slot_flexible_share", \.slotFlexibleShare, .share,
          "Of the slots that the other volunteers wish for, the share in which they take any post at the deadline: they come"
            + " at that time and do whatever is needed."
        ).idle("everybody takes any post in all slots (`flexible_share` is 1)") { $0.flexibleShare >= 1 },
        Field(
          "slots_min", \.slotsMin, .integer(1, to: 10_000), "The fewest slots that a volunteer wishes for."),
        Field(
          "slots_max", \.slotsMax, .integer(1, to: 10_000), "The most slots; all numbers between are alike."),
        Field("wishes_min", \.wishesMin, .integer(1, to: 100), "The fewest posts wished for in a slot."),
        Field(
          "wishes_max", \.wishesMax, .integer(1, to: 100), "The most posts; all numbers between are alike."),
        Field(
          "any_zone_share", \.anyZoneShare, .share,
          "The share of wishes for which any zone of the post will do."
        ).idle { _, scenario in
          scenario.fields(of: ShiftsFields.self).programme.hasZones ? nil : "no post asks for a zone"
        },
        Field(
          "popularity_exponent", \.popularityExponent, .number(.from(0, to: 10)),
          "s: the k-th post of a slot is wished for in proportion to k to the power of −s; 0 for all alike."),
        Field(
          "sees", \.sees, .oneOf,
          "What volunteers see when they choose: `nothing`, or the `counts` of those who have signed up for each post."
        ).idle("it counts for nothing (`sees_strength` is 0)") { $0.sees == .counts && $0.seesStrength == 0 },
        Field(
          "sees_strength", \.seesStrength, .number(.from(0, to: 100)),
          "β: who sees the counts chooses a post e to the power of β times the share of its places that are free as often;"
            + " 0 for no regard."
        ).idle("nobody sees the counts (`sees` is `nothing`)") { $0.sees == .nothing },
        Field(
          "max_shifts", \.maxShifts, orNull: .integer(1, to: 10_000),
          "The most shifts that a volunteer takes; `null` for any number."),
      ],
      check: { checked, faults in
        checkArrivals(checked, \.arrivals, &faults)
        if checked.value.slotsMin > checked.value.slotsMax {
          checked.conflict("slots_min lies above slots_max; swap them", ["slots_min", "slots_max"], &faults)
        }
        if checked.value.wishesMin > checked.value.wishesMax {
          checked.conflict(
            "wishes_min lies above wishes_max; swap them", ["wishes_min", "wishes_max"], &faults)
        }
      })
  }
}
