import JSON5
import Lifecycle
import Metrics
import Models
import Quantities
import Scenario
import Statistics
import Tables

extension Feature<ShiftsRun> {
  /// The feature for sign-ups for any one of several equally preferred posts.
  static var sets: Self {
    Feature(
      ["sets"], isPart: { $0.scenario.fields(of: ShiftsFields.self).sets != nil },
      figures: ShiftsRun.setFigures,
      tables: [RunTable("sets", ShiftsTable.sets) { SetPostRow.all(of: $0) }],
      columns: [ShiftsTable.setColumn],
      summary: { [Placed(.init("sets", ShiftsWords(run: $0, figures: $1).sets), after: "sign-ups")] })
  }
}

extension ShiftsMetric {
  static let sets = Metric(
    "set_signups", .count, over: .settledSignUps, "Settled sign-ups for a set of posts; with `sets`.")
  static let setMatchRate = Metric(
    "set_match_rate", .ratio, over: .settledSignUps, better: .higherIsBetter,
    "The share of these sign-ups that ever had a confirmed place: their number ÷ `set_signups`.")
  static let setPosts = Metric(
    "set_posts", .ratio, over: .settledSignUps, isDistribution: true, isShare: false,
    "The number of posts in the set, of settled sign-ups for a set.")
}

extension ShiftsRun {
  private var settledSets: [SignUpIndex] { settled.filter { festival.requests[$0].isSet } }

  static let setFigures: [Figure<ShiftsRun>] = [
    Figure(ShiftsMetric.sets) { .count($0.settledSets.count) },
    Figure(ShiftsMetric.setMatchRate) { run in
      let sets = run.settledSets
      return .share(sets.count { run.records.lifecycle.requests[$0].firstMatch != nil }, of: sets.count)
    },
    Figure(ShiftsMetric.setPosts) { run in
      .sample(run.settledSets.map { Double(run.festival.requests[$0].wishes.count) })
    },
  ]
}

extension ShiftsRun {
  /// Returns whether the wishes of `request` are a set, as a JSON member; empty in runs without sets.
  func setMembers(of request: SignUpIndex) -> [JSON.Member] {
    has(.sets) ? [.init("any_of", .boolean(festival.requests[request].isSet))] : []
  }
}

/// A row for a post of a set.
struct SetPostRow: SignUpTableRow {
  let run: ShiftsRun
  let request: SignUpIndex
  let wish: Wish

  /// Returns the rows of all posts of sets, by sign-up.
  static func all(of run: ShiftsRun) -> [SetPostRow] {
    run.festival.requests.places.filter { run.festival.requests[$0].isSet }.flatMap { request in
      run.festival.requests[request].wishes.map {
        SetPostRow(run: run, request: request, wish: run.festival.wishes[Int($0)])
      }
    }
  }
}

extension ShiftsTable {
  /// A row per post of a set.
  static let sets = Table<SetPostRow>(
    "sets",
    "A row per post of a sign-up for a set of posts, in programme order. Only with `sets`.",
    key: ["signup_id", "post", "zone"], constant: .runID,
    columns: [
      .signUp, .ofVolunteer, .slot,
      .text("post", "The post.") { row in
        let programme = row.run.festival.programme
        return programme.posts[programme.shifts[row.wish.shift].post].name
      },
      .text("zone", "The zone; empty for any.") { row in
        row.wish.section == .none ? nil : row.run.words(row.wish.section).zone
      },
    ])

  fileprivate static let setColumn: Column<SignUpRow> = .boolean(
    "any_of",
    "Whether the wishes are a set of posts, one of which is assigned at the deadline. Only with `sets`."
  ) { $0.input.isSet }
}

extension ShiftsWords {
  /// The sentence on sign-ups for a set of posts.
  fileprivate var sets: String? {
    let count = Int(figures[ShiftsMetric.sets] ?? 0)
    guard count > 0 else { return nil }
    let placed = figures[ShiftsMetric.setMatchRate].map {
      ["\(Words.tenths(ofPercent: $0)) of them got one of their posts"]
    }
    return SummaryText.joined([Words.plural(count, "sign-up") + " for any of several posts"] + (placed ?? []))
  }
}
