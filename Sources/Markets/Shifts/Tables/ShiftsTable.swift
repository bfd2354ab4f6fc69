import Lifecycle
public import Metrics
import Models
import Quantities
import Tables

extension ShiftsRun {
  /// The tables of a shifts run's result folder.
  public static let tables = RunTables<ShiftsRun>(
    ownTables + features.flatMap(\.tables) + [timeSeries],
    onRequest: [
      RunTable("events", ShiftsTable.events) { run in
        run.records.lifecycle.log.enumerated().map { ShiftEventRow(run: run, sequence: $0 + 1, event: $1) }
      },
      RunTable("messages", ShiftsTable.messages) { run in
        run.records.messages.enumerated().map { ShiftMessageRow(run: run, number: $0 + 1, message: $1) }
      },
    ],
    ofMachine: [RunTable("timing", ShiftsTable.timing) { $0.attemptRows }])

  private static let timeSeries: RunTable<ShiftsRun> = RunTable("timeseries", ShiftsTable.timeseries) {
    ShiftsTimeSeries(of: $0).intervals
  }

  /// The tables of all runs, except the time series.
  private static let ownTables: [RunTable<ShiftsRun>] = [
    RunTable(
      "signups", ShiftsTable.signUps(features), columns: { ShiftsTable.signUps($0.ownFeatures) },
      rows: { run in run.festival.requests.places.map { SignUpRow(run: run, request: $0) } }),
    RunTable("attempts", ShiftsTable.attempts) { $0.attemptRows },
    RunTable(
      "posts", ShiftsTable.posts(features), columns: { ShiftsTable.posts($0.ownFeatures) },
      rows: { $0.postRows }),
    RunTable(
      "volunteers", ShiftsTable.volunteersWithNeeds,
      columns: { $0.needs == nil ? ShiftsTable.volunteers : ShiftsTable.volunteersWithNeeds },
      rows: { run in run.festival.volunteers.places.map { VolunteerRow(run: run, volunteer: $0) } }),
    RunTable("places", ShiftsTable.places) { run in
      run.records.ledger.enumerated().map { PlaceRow(run: run, sequence: $0 + 1, change: $1) }
    },
    RunTable(
      "openings", ShiftsTable.openings, where: { !$0.festival.programme.openings.isEmpty },
      rows: { run in run.festival.programme.openings.map { OpeningRow(run: run, opening: $0) } }),
    RunTable(
      "needs", ShiftsTable.needs, where: { $0.needs != nil },
      rows: { run in (NeedsTally(of: run)?.entries ?? []).map { NeedRow(run: run, entry: $0) } }),
  ]

  /// The rows for all combinations of post, slot and zone.
  private var postRows: [PostRow] {
    let changes = changesOfSections
    let programme = festival.programme
    return programme.sections.places.filter { !programme.isUnzoned($0) }.map { section in
      PostRow(
        run: self, section: section, changes: changes[Int(section)], manned: mannedOfSection[Int(section)])
    }
  }

  /// The attempts, sorted by sign-up; attempts of the same sign-up stay in call order.
  private var attemptRows: [ShiftAttemptRow] {
    let attempts = records.lifecycle.attempts
    return ResultTables.order(of: attempts.count, keys: festival.requests.count) { Int(attempts[$0].request) }
      .map {
        ShiftAttemptRow(run: self, attempt: attempts[$0])
      }
  }

  /// The number of times a place of each section was confirmed, and the number of times one was withdrawn.
  private var changesOfSections: [(confirmed: Int, withdrawn: Int)] {
    var changes = Array(repeating: (confirmed: 0, withdrawn: 0), count: festival.programme.sections.count)
    for change in records.ledger {
      if change.kind == .confirmed { changes[Int(change.section)].confirmed += 1 }
      if change.kind == .withdrawn { changes[Int(change.section)].withdrawn += 1 }
    }
    return changes
  }

  /// Returns the names of a place's post, slot and zone.
  func words(_ section: SectionIndex) -> (post: String, slot: String, zone: String?) {
    let programme = festival.programme
    let shift = programme.shifts[programme.sections[section].shift]
    let zone = programme.sections[section].zone
    return (
      programme.posts[shift.post].name, programme.slots[shift.slot].name,
      zone == .none ? nil : programme.zones[Int(zone)]
    )
  }

  /// Returns the number of `request` in files: its position among all sign-ups, sorted by volunteer and slot, counting
  /// from 1.
  func number(of request: SignUpIndex) -> Int64 { Int64(request.rawValue) + 1 }
}

/// The tables of a shifts run.
enum ShiftsTable {}

/// A table row that concerns a sign-up.
protocol SignUpTableRow: SendableMetatype {
  var run: ShiftsRun { get }
  var request: SignUpIndex { get }
}

extension SignUpTableRow {
  var input: SlotRequest { run.festival.requests[request] }
  var volunteer: Volunteer { run.festival.volunteers[input.volunteer] }
  var record: SignUpRecord { run.records.lifecycle.requests[request] }
}

extension Column where Row: SignUpTableRow {
  static var signUp: Column {
    .identifier(
      "signup_id", "The sign-up: a volunteer's request for a slot, numbered by volunteer and slot from 1."
    ) {
      ($0.run.number(of: $0.request), .numbers)
    }
  }

  static var ofVolunteer: Column {
    .identifier("volunteer_id", "The volunteer, by the id of the volunteer file.") {
      ($0.volunteer.id, $0.run.names)
    }
  }

  static var slot: Column {
    .text("slot", "The slot.") { $0.run.festival.programme.slots[$0.input.slot].name }
  }
}

/// A row for places that do not exist from the start.
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
