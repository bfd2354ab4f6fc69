import JSON5
import Lifecycle
import Metrics
import Models
import Quantities
import Scenario
import Statistics
import Tables

extension Feature<ShiftsRun> {
  /// The feature for changes of confirmed sign-ups to another post, another slot, or both.
  static var changes: Self {
    Feature(
      ["behaviour", "changes"],
      isPart: { $0.scenario.fields(of: ShiftsFields.self).behaviour.changes != nil },
      figures: ShiftsRun.rebookingFigures,
      tables: [
        RunTable("rebookings", ShiftsTable.rebookings) { run in
          run.records.rebookings.map { RebookingRow(run: run, rebooking: $0) }
        }
      ],
      columns: ShiftsTable.rebookingColumns,
      glossaries: [
        Placed(
          .init("Kinds of changes", "kind of rebookings.csv", of: RebookingKind.self, \.meaning),
          after: "Stages")
      ],
      summary: {
        [Placed(.init("changes", ShiftsWords(run: $0, figures: $1).rebookings), after: "withdrawn")]
      },
      account: { $2 == .end ? $0.rebookingLines(of: SignUpIndex($1)) : [] })
  }
}

extension ShiftsMetric {
  static let rebookings = Metric(
    "rebookings", .count, over: .run, "Requested changes of confirmed sign-ups; with `behaviour.changes`.")
  static let rebookedRatio = Metric(
    "rebooked_ratio", .ratio, over: .run, better: .higherIsBetter, "Changes made ÷ `rebookings`.")

  static func rebooked(_ kind: RebookingKind) -> Metric {
    Metric("rebooked." + kind.rawValue, .count, over: .run, "Changes made of this kind: \(kind.meaning)")
  }
}

extension ShiftsRun {
  static let rebookingFigures: [Figure<ShiftsRun>] =
    [
      Figure(ShiftsMetric.rebookings) { .count($0.rebookings { _ in true }) },
      Figure(ShiftsMetric.rebookedRatio) { run in
        .share(run.rebookings { $0.new != .none }, of: run.rebookings { _ in true })
      },
    ]
    + RebookingKind.allCases.map { kind in
      Figure(ShiftsMetric.rebooked(kind)) { run in
        .count(run.rebookings { $0.new != .none && $0.kind == kind })
      }
    }

  /// Returns the number of changes for which `isMeant` is true; a change of several sign-ups counts once.
  private func rebookings(where isMeant: (Rebooking) -> Bool) -> Int {
    Set(records.rebookings.filter(isMeant).map(\.number)).count
  }

  /// The lines on changes in the account of `request`.
  fileprivate func rebookingLines(of request: SignUpIndex) -> [String] {
    records.rebookings.filter { $0.request == request }.map { rebooking in
      let asked = rebooking.wished.map { wish -> String in
        let shift = festival.programme.shifts[wish.shift]
        return "\(festival.programme.posts[shift.post].name), \(festival.programme.slots[shift.slot].name)"
      }
      let from = words(rebooking.from)
      let outcome = rebooking.new == .none ? "refused" : "changed"
      return
        "at \(Words.clock(rebooking.time)) from \(from.post), \(from.slot) to \(asked ?? "nothing there is"): \(outcome)"
    }
  }
}

extension ShiftsRun {
  /// The changes of `request` as JSON members; empty in runs without changes.
  func rebookingMembers(of request: SignUpIndex) -> [JSON.Member] {
    guard has(.changes) else { return [] }
    let rows = records.rebookings.filter { $0.request == request }.map { rebooking -> JSON in
      let row = RebookingRow(run: self, rebooking: rebooking)
      let programme = festival.programme
      return .object([
        .init("time_s", .number(rebooking.time.seconds)), .init("kind", .text(rebooking.kind.rawValue)),
        .init("from_post", .text(row.from.post)), .init("from_slot", .text(row.from.slot)),
        .init("wished_post", .text(row.wished.map { programme.posts[$0.post].name })),
        .init("wished_slot", .text(row.wished.map { programme.slots[$0.slot].name })),
        .init("made", .boolean(rebooking.new != .none)),
      ])
    }
    return [.init("rebookings", .list(rows))]
  }
}

/// A row for one sign-up of a change.
struct RebookingRow: SignUpTableRow {
  let run: ShiftsRun
  let rebooking: Rebooking

  var request: SignUpIndex { rebooking.request }
  var from: (post: String, slot: String, zone: String?) { run.words(rebooking.from) }
  var wished: Programme.Shift? { rebooking.wished.map { run.festival.programme.shifts[$0.shift] } }
}

extension ShiftsTable {
  /// A row per sign-up of a change.
  static let rebookings = Table<RebookingRow>(
    "rebookings",
    "A row per requested change and sign-up concerned, in order. Only with `behaviour.changes`.",
    key: ["change", "signup_id"], constant: .runID,
    columns: [
      .count("change", "The number of the change, from 1; sign-ups that change together share it.") {
        $0.rebooking.number
      },
      .seconds("time_s", "The time of the request.") { $0.rebooking.time },
      .signUp, .ofVolunteer,
      .word("kind", "The kind of change; see the list of kinds of changes.") { $0.rebooking.kind },
      .text("from_post", "The post before the change.") { $0.from.post },
      .text("from_slot", "The slot before the change.") { $0.from.slot },
      .text("from_zone", "The zone before the change; empty for none.") { $0.from.zone },
      .text("wished_post", "The requested post; empty if the programme has none to change to.") { row in
        row.wished.map { row.run.festival.programme.posts[$0.post].name }
      },
      .text("wished_slot", "The requested slot; empty if the programme has none to change to.") { row in
        row.wished.map { row.run.festival.programme.slots[$0.slot].name }
      },
      .boolean("made", "Whether the change was made, that is, a place was free for every sign-up concerned.")
      {
        $0.rebooking.new != .none
      },
      .text("zone", "The zone of the place taken; empty for none.") { row in
        row.rebooking.new == .none ? nil : row.run.words(row.rebooking.new).zone
      },
    ])

  fileprivate static let rebookingColumns: [Column<SignUpRow>] = [
    .text("first_slot", "The slot of the original sign-up. Only with `behaviour.changes`.") {
      $0.run.festival.programme.slots[$0.input.firstSlot].name
    },
    .count(
      "rebooked",
      "The number of changes of the sign-up to another post or slot. Only with `behaviour.changes`."
    ) { row in row.run.records.rebookings.count { $0.request == row.request && $0.new != .none } },
  ]
}

extension ShiftsWords {
  /// The sentence on changes of confirmed sign-ups.
  fileprivate var rebookings: String? {
    guard let ratio = figures[ShiftsMetric.rebookedRatio] else { return nil }
    let kinds = RebookingKind.allCases.map {
      "\($0.rawValue)\u{A0}\(Words.grouped(Int(figures[ShiftsMetric.rebooked($0)] ?? 0)))"
    }
    return SummaryText.joined(
      [
        Words.plural(Int(figures[ShiftsMetric.rebookings] ?? 0), "change") + " asked for",
        "\(Words.tenths(ofPercent: ratio)) made",
      ] + kinds)
  }
}
