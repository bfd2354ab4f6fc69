import Lifecycle
import Metrics
import Models
import Quantities
import Tables

/// A row for a sign-up and its outcome.
struct SignUpRow: SignUpTableRow {
  let run: ShiftsRun
  let request: SignUpIndex

  /// The place that the volunteer has at the end of the run; nil if they have none.
  var place: (post: String, slot: String, zone: String?)? {
    record.section == .none ? nil : run.words(record.section)
  }
}

extension ShiftsTable {
  /// A row per sign-up, with the columns of `features`.
  static func signUps(_ features: [Feature<ShiftsRun>]) -> Table<SignUpRow> {
    Table(
      "signups", "A row per sign-up: a volunteer's request for a slot.", key: ["signup_id"], constant: .runID,
      columns: signUpColumns + features.flatMap { $0.columns(of: SignUpRow.self) })
  }

  private static let signUpColumns: [Column<SignUpRow>] = [
    .signUp, .ofVolunteer, .slot,
    .seconds("submit_s", "The time of sign-up.") { $0.volunteer.signUp },
    .boolean("flexible", "Whether the volunteer accepts any post of the slot at the deadline.") {
      $0.input.isFlexible
    },
    .count("wishes", "The number of wishes for the slot.") { $0.input.wishes.count },
    .word("outcome", "The outcome; see the list of sign-up outcomes.") { $0.record.outcome },
    .word(
      "cause", "The reason that the volunteer had no place at the end, left or was refused."
    ) {
      $0.record.cause
    },
    .count("cycles", "The number of cycles with at least one attempt.") { $0.record.cycles },
    .count("attempts", "The number of attempts in all cycles.") { $0.record.attempts },
    .seconds("first_match_s", "The time of the first confirmation.") { $0.record.firstMatch },
    .seconds("confirmed_s", "The time at which the final place was confirmed.") { $0.record.confirmed },
    .text("post", "The final post; empty for none.") { $0.place?.post },
    .text("zone", "The final zone; empty if the post has none.") { $0.place?.zone },
    .count(
      "rank",
      "The rank of the wish that is met by the place: 1 for the first wish, one more than `wishes` for none of them."
    ) {
      $0.run.rank(of: $0.request)
    },
    .boolean("assigned", "Whether the place was assigned at the deadline.") {
      $0.record.section == .none ? nil : $0.record.wasAssigned
    },
    .count("moves", "The number of moves to another post of the slot.") { $0.record.moves },
    .seconds(
      "ended_s", "The end of waiting: the start of the slot, the withdrawal, or the last notification."
    ) {
      $0.record.ended
    },
    .seconds(
      "time_to_confirm_s", "The time from sign-up to the first confirmation.",
      formula: "first_match_s − submit_s"
    ) { row in row.record.firstMatch.map { $0 - row.volunteer.signUp } },
    .boolean("reserve", "Whether the volunteer was in the reserve of the slot.") { $0.record.isReserve },
    .boolean(
      "replaced", "Whether a reserve volunteer stepped in because this volunteer did not come."
    ) { $0.record.isReplaced },
    .count("changes", "The number of exchanges for a better place.") { $0.record.changes },
    .count("changes_refused", "The number of unsuccessful requests for a better place.") {
      $0.record.refusedChanges
    },
  ]
}

/// A row for a volunteer and the outcomes of their sign-ups.
struct VolunteerRow {
  let run: ShiftsRun
  let volunteer: VolunteerIndex

  var input: Volunteer { run.festival.volunteers[volunteer] }
  /// The volunteer's needs.
  ///
  /// - Precondition: the run has `needs`.
  var needs: VolunteerNeeds { run.festival.needs[Int(volunteer)] }

  func count(where isMeant: (SignUpRecord) -> Bool) -> Int {
    input.requests.count { isMeant(run.records.lifecycle.requests[$0]) }
  }

  /// The time at which the volunteer withdrew from all shifts; nil if they did not.
  var withdrawal: Milliseconds? {
    let time = run.records.withdrawals[Int(volunteer)]
    return time == .never ? nil : time
  }
}

extension ShiftsTable {
  /// A row per volunteer.
  static let volunteers = volunteers(with: [])

  /// A row per volunteer, in runs with `needs`.
  static let volunteersWithNeeds = volunteers(with: [
    .boolean(
      "overnight", "Whether the volunteer stays overnight. Only with `needs`; empty if it orders no beds."
    ) {
      $0.run.needs?.beds == nil ? nil : $0.needs.staysOvernight
    },
    .text("meal", "The kind of meals. Only with `needs`; empty if it orders no meals.") { row in
      row.run.needs?.meals?.kinds[row.needs.meal].name
    },
    .text("shirt", "The T-shirt size. Only with `needs`; empty if it orders no T-shirts.") { row in
      row.run.needs?.shirts?.sizes[row.needs.shirt].name
    },
  ])

  private static func volunteers(with more: [Column<VolunteerRow>]) -> Table<VolunteerRow> {
    Table(
      "volunteers", "A row per volunteer.", key: ["volunteer_id"], constant: .runID,
      columns: volunteerColumns + more)
  }

  private static let volunteerColumns: [Column<VolunteerRow>] = [
    .identifier("volunteer_id", "The volunteer, by the id of the volunteer file.") {
      ($0.input.id, $0.run.names)
    },
    .seconds("submit_s", "The time of sign-up.") { $0.input.signUp },
    .boolean("flexible", "Whether the volunteer accepts any post at the deadline, in any slot.") {
      $0.input.isFlexible
    },
    .count("max_shifts", "The maximum number of shifts; empty for no limit.") {
      $0.input.maxShifts == .max ? nil : $0.input.maxShifts
    },
    .count("slots", "The number of slots requested.") { $0.input.requests.count },
    .count("shifts", "The number of places at the end.") { $0.count { $0.section != .none } },
    .count("worked", "The number of shifts attended.") { $0.count { $0.outcome == .worked } },
    .count("no_shows", "The number of shifts missed.") { $0.count { $0.outcome == .noShow } },
    .count("shifts_assigned", "The number of places at the end that were assigned at the deadline.") {
      $0.count { $0.wasAssigned }
    },
    .count("withdrawn", "The number of sign-ups withdrawn, confirmed or not.") {
      $0.count { $0.outcome == .cancelledByVolunteer }
    },
    .count("moves", "The number of moves at the deadline.") { row in
      row.input.requests.reduce(Int32(0)) { $0 + row.run.records.lifecycle.requests[$1].moves }
    },
    .seconds("withdrew_s", "The time at which the volunteer withdrew from all shifts; empty for never.") {
      $0.withdrawal
    },
    .count("reserve", "The number of slots with the volunteer in reserve.") { $0.count { $0.isReserve } },
  ]
}
