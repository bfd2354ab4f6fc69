import Lifecycle
import Metrics
import Models
import Quantities
import Tables

/// A sign-up and its outcome.
struct SignUpRow: SignUpTableRow {
  let run: ShiftsRun
  let request: SignUpIndex

  /// The place the volunteer has at the end.
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
    .seconds("submit_s", "When the volunteer signed up.") { $0.volunteer.signUp },
    .boolean("flexible", "Whether the volunteer takes any post of the slot at the deadline.") {
      $0.input.isFlexible
    },
    .count("wishes", "Posts wished for in the slot.") { $0.input.wishes.count },
    .word("outcome", "How the sign-up ended; see the list of sign-up outcomes.") { $0.record.outcome },
    .word("cause", "Why there was no place at the end, or why the volunteer left or was refused.") {
      $0.record.cause
    },
    .count("cycles", "Cycles with at least one attempt.") { $0.record.cycles },
    .count("attempts", "Attempts in all cycles.") { $0.record.attempts },
    .seconds("first_match_s", "When a place was first confirmed.") { $0.record.firstMatch },
    .seconds("confirmed_s", "When the place at the end was confirmed.") { $0.record.confirmed },
    .text("post", "The post at the end; empty for none.") { $0.place?.post },
    .text("zone", "The zone at the end; empty where the post has none.") { $0.place?.zone },
    .count(
      "rank",
      "How highly the place was wished for: 1 for the first wish, one more than `wishes` for none of them."
    ) {
      $0.run.rank(of: $0.request)
    },
    .boolean("assigned", "Whether the place was given at the deadline.") {
      $0.record.section == .none ? nil : $0.record.wasAssigned
    },
    .count("moves", "How often the volunteer was moved to another post of the slot.") { $0.record.moves },
    .seconds("ended_s", "When waiting ended: at the begin of the slot, on leaving, or on the last notice.") {
      $0.record.ended
    },
    .seconds(
      "time_to_confirm_s", "From sign-up to the first confirmation.", formula: "first_match_s − submit_s"
    ) { row in row.record.firstMatch.map { $0 - row.volunteer.signUp } },
    .boolean("reserve", "Whether the volunteer was in the reserve of the slot.") { $0.record.isReserve },
    .boolean(
      "replaced", "Whether somebody from the reserve stepped in for the volunteer, who did not come."
    ) { $0.record.isReplaced },
    .count("changes", "How often the volunteer changed the place for a better one.") { $0.record.changes },
    .count("changes_refused", "How often no better one was free when asked for.") {
      $0.record.refusedChanges
    },
  ]
}

/// A volunteer and the outcomes of their sign-ups.
struct VolunteerRow {
  let run: ShiftsRun
  let volunteer: VolunteerIndex

  var input: Volunteer { run.festival.volunteers[volunteer] }
  /// - Precondition: the run has `needs`.
  var needs: VolunteerNeeds { run.festival.needs[Int(volunteer)] }

  func count(where isMeant: (SignUpRecord) -> Bool) -> Int {
    input.requests.count { isMeant(run.records.lifecycle.requests[$0]) }
  }

  /// The time at which the volunteer withdrew from everything; nil if they did not.
  var withdrawal: Milliseconds? {
    let time = run.records.withdrawals[Int(volunteer)]
    return time == .never ? nil : time
  }
}

extension ShiftsTable {
  /// A row per volunteer.
  static let volunteers = volunteers(with: [])

  /// The same rows in runs with `needs`.
  static let volunteersWithNeeds = volunteers(with: [
    .boolean("overnight", "Whether they stay overnight. Only with `needs`; empty where it orders no beds.") {
      $0.run.needs?.beds == nil ? nil : $0.needs.staysOvernight
    },
    .text("meal", "The kind of their meals. Only with `needs`; empty where it orders none.") { row in
      row.run.needs?.meals?.kinds[row.needs.meal].name
    },
    .text("shirt", "Their size. Only with `needs`; empty where it orders no T-shirts.") { row in
      row.run.needs?.shirts?.sizes[row.needs.shirt].name
    },
  ])

  private static func volunteers(with more: [Column<VolunteerRow>]) -> Table<VolunteerRow> {
    Table(
      "volunteers", "A row per volunteer.", key: ["volunteer_id"], constant: .runID,
      columns: volunteerColumns + more)
  }

  private static let volunteerColumns: [Column<VolunteerRow>] = [
    .identifier("volunteer_id", "The volunteer, as the file of volunteers calls them.") {
      ($0.input.id, $0.run.names)
    },
    .seconds("submit_s", "When the volunteer signed up.") { $0.input.signUp },
    .boolean("flexible", "Whether the volunteer takes any post at the deadline, in whatever slot.") {
      $0.input.isFlexible
    },
    .count("max_shifts", "The most shifts that the volunteer takes; empty for any number.") {
      $0.input.maxShifts == .max ? nil : $0.input.maxShifts
    },
    .count("slots", "Slots asked for.") { $0.input.requests.count },
    .count("shifts", "Places at the end.") { $0.count { $0.section != .none } },
    .count("worked", "Shifts that the volunteer came to.") { $0.count { $0.outcome == .worked } },
    .count("no_shows", "Shifts that the volunteer did not come to.") { $0.count { $0.outcome == .noShow } },
    .count("shifts_assigned", "Places at the end that were given at the deadline.") {
      $0.count { $0.wasAssigned }
    },
    .count("withdrawn", "Sign-ups from which the volunteer withdrew, confirmed or not.") {
      $0.count { $0.outcome == .cancelledByVolunteer }
    },
    .count("moves", "How often the volunteer was moved at the deadline.") { row in
      row.input.requests.reduce(Int32(0)) { $0 + row.run.records.lifecycle.requests[$1].moves }
    },
    .seconds("withdrew_s", "When the volunteer withdrew from everything; empty for never.") {
      $0.withdrawal
    },
    .count("reserve", "Slots in whose reserve the volunteer was.") { $0.count { $0.isReserve } },
  ]
}
